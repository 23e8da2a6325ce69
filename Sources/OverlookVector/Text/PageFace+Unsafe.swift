package import CFreeType
package import OverlookText

/// A font as FreeType has it, for those who embed it and for its names. One thread at a time.
package final class PageFace {
  // Invariant: FreeType reads the font's bytes, which the program holds, for as long as this object lives.
  package let program: FontProgram
  private let library: FT_Library
  package let face: FT_Face

  /// Nil for what FreeType cannot open.
  package init?(_ program: FontProgram) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    var face: FT_Face?
    let opened = FT_New_Memory_Face(
      library, program.bytes.bindMemory(to: FT_Byte.self).baseAddress, FT_Long(program.bytes.count), FT_Long(program.index), &face
    )
    guard opened == 0, let face else {
      FT_Done_FreeType(library)
      return nil
    }
    self.program = program
    self.library = library
    self.face = face
  }

  deinit {
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// "Inter"; nil where the font does not say.
  package var familyName: String? { face.pointee.family_name.map { String(cString: $0) } }
  /// "Medium"; nil where the font does not say.
  package var styleName: String? { face.pointee.style_name.map { String(cString: $0) } }
  package var isItalic: Bool { face.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0 }
}
