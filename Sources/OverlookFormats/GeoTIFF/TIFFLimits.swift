/// The budgets of TIFF files; each is checked before anything is allocated.
enum TIFFLimits {
  /// Directories of a file: pictures, their overviews and masks.
  static let directoryCount = 256
  /// Fields of a directory.
  static let fieldCount = 4096
  /// Columns, and rows, of a picture: so that a product of two fits into 64 bits with room.
  static let side = 1 << 27
  /// Of a pixel; the first ones are drawn.
  static let sampleCount = 4096
  /// Bytes of a block as stored.
  static let storedByteCount: UInt64 = 128 << 20
  /// Bytes of a block when decoded, and of what is made of it.
  static let blockByteCount = 128 << 20
  /// Blocks that one drawing looks at.
  static let drawnBlockCount = 1 << 16
  /// Bytes that one drawing decodes.
  static let drawnByteCount = 1 << 30
  /// Bytes of a text.
  static let textByteCount = 1 << 20
  /// Bytes of the tables of JPEG.
  static let tablesByteCount = 1 << 17
  /// Numbers of a field that is read as a whole.
  static let numberCount = 1 << 18
}
