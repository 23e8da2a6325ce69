// Pictures that have smaller levels are read half a level sharper than they would be, which keeps thin lines and text.
const float sharpening = -0.5;
