# The words of Clouded Klin Zha.
