/// What programs write: the picture, or in its place something about how it is made. The files of the shaders know nothing of it.
package enum ShaderVariant: Int, CaseIterable, Sendable {
  /// The picture.
  case color
  /// One step of 255, to be added up: how often a pixel is drawn.
  case overdraw
  /// Which draw of the frame the pixel is of (from 1), which instance or point of it, and which primitive: what lies there. Where
  /// less than a thirtieth is covered nothing lies.
  case identity

  /// How it meets what is there; nil for as the pass says.
  var blend: GPUBlend? {
    switch self {
    case .color: nil
    case .overdraw: .additive
    case .identity: .off
    }
  }

  /// The generic attribute that tells a program the number of its draw: the last of the 16 that GL promises.
  static let attribute: UInt32 = 15

  /// The text of a shader in which `main` is followed by what the variant writes. Shaders that write something else than a colour
  /// are left as they are.
  func rewritten(_ source: String, isFragment: Bool) -> String {
    guard self != .color, !isFragment || source.contains("out vec4 o_color") else { return source }
    let renamed = source.replacing("void main()", with: "void main_of_picture()")
    switch (self, isFragment) {
    case (.color, _): return source
    case (.overdraw, false): return source
    case (.overdraw, true):
      return renamed + "\nvoid main() {\n  main_of_picture();\n  o_color = vec4(1.0 / 255.0);\n}\n"
    case (.identity, false):
      return renamed + """

        layout(location = \(Self.attribute)) in vec2 a_draw;   // its number; 1: of points
        flat out vec2 v_draw;
        void main() {
          main_of_picture();
          v_draw = vec2(a_draw.x, a_draw.y > 0.5 ? -1.0 : float(gl_InstanceID));
        }

        """
    case (.identity, true):
      return renamed + """

        flat in vec2 v_draw;
        void main() {
          main_of_picture();
          if (o_color.a < 1.0 / 30.0) discard;
          float primitive = float(gl_PrimitiveID);
          o_color = vec4(v_draw.x, v_draw.y < 0.0 ? primitive : v_draw.y, primitive, 1.0);
        }

        """
    }
  }
}
