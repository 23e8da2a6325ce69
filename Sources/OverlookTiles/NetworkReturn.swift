package import OverlookNetwork
import Synchronization

/// Whether the network came back since somebody looked: what failed is worth another try then.
package final class NetworkReturn: Sendable {
  private let isBack = Atomic(false)
  private let news: NetworkNews?
  private let number = Mutex<Int?>(nil)

  /// `news`: nil for a network that tells none. `wake` is called on the network's thread.
  package init(_ news: NetworkNews?, wake: @escaping @Sendable () -> Void) {
    self.news = news
    let added = news?.add { [weak self] in
      self?.isBack.store(true, ordering: .releasing)
      wake()
    }
    number.withLock { $0 = added }
  }

  /// True once for each return.
  package func take() -> Bool { isBack.exchange(false, ordering: .acquiring) }

  /// Listens no more.
  package func stop() {
    let known = number.withLock { number in
      defer { number = nil }
      return number
    }
    if let known { news?.remove(known) }
  }

  deinit {
    stop()
  }
}
