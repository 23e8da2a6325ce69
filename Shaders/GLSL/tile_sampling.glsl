// Between whole zooms a tile is drawn up to 0.7 times its size; half a level sharper keeps its thin lines and text.
const float sharpening = -0.5;
