import Glibc
import Testing

@testable import OverlookNetwork

@Suite struct NetworkNewsTests {
  /// A message of rtnetlink: RTM_NEWADDR is 20, RTM_DELADDR 21, RTM_NEWROUTE 24, RTM_DELROUTE 25 (linux/rtnetlink.h).
  static func message(kind: UInt16, destinationBits: UInt8 = 0, length: UInt32? = nil) -> [UInt8] {
    let body: [UInt8] = [2, destinationBits, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]
    var bytes: [UInt8] = []
    withUnsafeBytes(of: length ?? UInt32(16 + body.count)) { bytes += $0 }
    withUnsafeBytes(of: kind) { bytes += $0 }
    return bytes + [UInt8](repeating: 0, count: 10) + body
  }

  @Test(
    arguments: [
      (message(kind: 20), true), (message(kind: 21), false), (message(kind: 24), true),
      (message(kind: 24, destinationBits: 24), false), (message(kind: 25), false), (message(kind: 21) + message(kind: 20), true),
      ([], false), (Array(message(kind: 20).prefix(15)), false), (message(kind: 20, length: 4), false),
      (message(kind: 21, length: 0) + message(kind: 20), false), (message(kind: 20, length: .max), false),
      (message(kind: 21, length: 29) + [9, 0, 0, 0] + message(kind: 20), true),
    ] as [([UInt8], Bool)])
  func hearsOfNewAddressesAndWaysOut(bytes: [UInt8], isBack: Bool) {
    #expect(NetworkWatch.tellsOfReturn(bytes[...]) == isBack)
  }

  @Test func readsAllThatIsSaid() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let watch = NetworkWatch(descriptor: ends[0])
    #expect(!watch.isBack())
    for kind in [21, 25, 20, 21] as [UInt16] {
      let message = Self.message(kind: kind)
      #expect(send(ends[1], message, message.count, 0) == message.count)
    }
    #expect(watch.isBack() && !watch.isBack())
  }

  @Test func tellsOnceOfManyNews() {
    let news = NetworkNews()
    let (first, second) = (Counter(), Counter())
    _ = news.add { first.increase() }
    let number = news.add { second.increase() }
    news.tell(now: 10)
    news.tell(now: 11)
    news.remove(number)
    news.tell(now: 13)
    #expect(first.value == 2 && second.value == 1)
  }
}
