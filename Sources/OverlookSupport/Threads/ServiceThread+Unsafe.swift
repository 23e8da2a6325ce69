import Dispatch
import Foundation

/// A thread that could not be started: as a rule the limit of threads, of the user or of the container, or memory.
package struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What `pthread_create` answered.
  package let status: Int32

  package init(status: Int32) {
    self.status = status
  }

  package var description: String {
    "no thread can be started (\(String(cString: strerror(status)))); try: raise the limit of processes (ulimit -u)"
  }
}

/// The one way to start a thread: unlike `Foundation.Thread` it says when there is none to be had.
package enum ServiceThread {
  /// A shortage is often over in an instant.
  private static let attempts = 3

  /// Runs `body` on a thread of its own, which ends with it.
  ///
  /// - Parameters:
  ///   - name: Shown by debuggers; 15 bytes at most.
  ///   - stackBytes: Nil for what the system gives (8 MiB, as a rule).
  package static func start(_ name: String, stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard pthread_attr_init(attributes) == 0 else { throw ThreadError(status: ENOMEM) }
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackBytes { pthread_attr_setstacksize(attributes, stackBytes) }
    // Invariant: the thread takes over the reference when it is started, and nobody else does.
    let work = Unmanaged.passRetained(Work(name: name, body: body))
    var status: Int32 = 0
    for attempt in 1...attempts {
      var thread: pthread_t = 0
      status = pthread_create(
        &thread, attributes,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      if status == 0 { return }
      if status == EAGAIN, attempt < attempts { usleep(5_000) }
    }
    work.release()
    throw ThreadError(status: status)
  }

  /// Throws when `count` threads cannot live at the same time. For programs that would rather say so than wait for what never runs:
  /// libdispatch, and with it every task, waits for a thread without end.
  package static func check(_ count: Int) throws(ThreadError) {
    let (gate, running) = (DispatchSemaphore(value: 0), DispatchGroup())
    var started = 0
    defer {
      for _ in 0..<started { gate.signal() }
      // Until then they count against the limit.
      running.wait()
    }
    while started < count {
      running.enter()
      do {
        try start("overlook-check", stackBytes: 64 << 10) {
          gate.wait()
          running.leave()
        }
      } catch {
        running.leave()
        throw error
      }
      started += 1
    }
  }

  private final class Work: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      Thread.current.name = String(name.prefix(15))
      body()
    }
  }
}
