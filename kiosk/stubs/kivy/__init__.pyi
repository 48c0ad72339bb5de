# Types of what the touchscreen uses of Kivy, which brings none: add here what you use anew.

kivy_data_dir: str
