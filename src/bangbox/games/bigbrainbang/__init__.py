"""Big Brain Bang: a thrown die decides where a tile lands, and tiles that touch are networks worth fighting for."""
