# The rules of Clouded and Blind Klin Zha.
