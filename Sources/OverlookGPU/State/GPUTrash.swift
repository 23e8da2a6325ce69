import CGL
import Synchronization

/// Names of GL objects whose owners are gone. Any thread may add; only the main thread, with the context current, empties it.
///
/// A `deinit` cannot know on which thread it runs nor whether the context is current, so it deletes nothing itself.
package final class GPUTrash: Sendable {
  enum Kind: Int, CaseIterable {
    case buffer, vertexArray, texture, framebuffer, program, query

    // `allCases` makes an array at each use.
    static let all = allCases
  }

  private struct Names {
    var byKind: [[UInt32]] = Array(repeating: [], count: Kind.all.count)
    var isEmpty = true
  }

  private let names = Mutex(Names())

  init() {}

  func add(_ kind: Kind, _ name: UInt32) {
    guard name != 0 else { return }
    names.withLock { names in
      names.byKind[kind.rawValue].append(name)
      names.isEmpty = false
    }
  }

  /// How many objects wait for their deletion.
  package var count: Int {
    names.withLock { names in names.byKind.reduce(0) { $0 + $1.count } }
  }

  /// Deletes everything; the cached bindings of `state` forget the names, which the driver may hand out again.
  @MainActor func empty(forgettingIn state: GPUState) {
    let isEmpty = names.withLock(\.isEmpty)
    if isEmpty { return }
    names.withLock { names in
      for kind in Kind.all {
        let dead = names.byKind[kind.rawValue]
        if dead.isEmpty { continue }
        Self.delete(kind, dead)
        for name in dead { state.forget(kind, name) }
        names.byKind[kind.rawValue].removeAll(keepingCapacity: true)
      }
      names.isEmpty = true
    }
  }

  private static func delete(_ kind: Kind, _ dead: [UInt32]) {
    let count = GLsizei(clamping: dead.count)
    switch kind {
    case .buffer: glDeleteBuffers(count, dead)
    case .vertexArray: glDeleteVertexArrays(count, dead)
    case .texture: glDeleteTextures(count, dead)
    case .framebuffer: glDeleteFramebuffers(count, dead)
    case .program: for name in dead { glDeleteProgram(name) }
    case .query: glDeleteQueries(count, dead)
    }
  }
}
