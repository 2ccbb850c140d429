# The words of the editor of cloud maps.
