import CGL
import Foundation
import OverlookGeometry
import OverlookPlatform
import Testing

@MainActor @Suite struct HeadlessContextTests {
  @Test func isAnOpenGL33CoreContext() throws {
    let context = try HeadlessContext()
    #expect(context.makeCurrent())
    let version = try #require(glGetString(GLenum(GL_VERSION))).withMemoryRebound(to: CChar.self, capacity: 1) {
      String(cString: $0)
    }
    let numbers = version.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
    #expect(numbers.count == 2 && (numbers[0], numbers[1]) >= (3, 3), "\(version)")
    var profile: GLint = 0
    glGetIntegerv(GLenum(GL_CONTEXT_PROFILE_MASK), &profile)
    #expect(profile & GL_CONTEXT_CORE_PROFILE_BIT != 0)
    #expect(glGetError() == GLenum(GL_NO_ERROR))
  }

  @Test func twoContextsLiveSideBySide() throws {
    let first = try HeadlessContext()
    var names: [GLuint] = [0]
    first.makeCurrent()
    glGenBuffers(1, &names)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), names[0])
    do {
      let second = try HeadlessContext()
      second.makeCurrent()
      #expect(glIsBuffer(names[0]) == GLboolean(GL_FALSE))
    }
    #expect(first.makeCurrent())
    #expect(glIsBuffer(names[0]) == GLboolean(GL_TRUE))
  }

  @Test func errorsSayWhatIsMissingAndWhatToTryInTwoLines() {
    let all: [PlatformError] = [
      .noDisplay(detail: "a"), .noOpenGL(detail: "b"), .openGLTooOld(detail: "c"), .windowSystem(detail: "d"),
      .headlessUnavailable(reasons: []), .pictureTooLarge(PixelSize(width: 1, height: 2)), .mainQueue(detail: "e"),
    ]
    for error in all {
      let lines = error.description.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[1].hasPrefix("try: "))
    }
  }
}
