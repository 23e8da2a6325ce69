import Foundation
import OverlookNetwork
import OverlookSupport

// Uses a cache as the program would, as told on the command line, and prints a name and a value a line:
//   CacheProbe write FOLDER FIRST COUNT     stores COUNT answers, or for ever when COUNT is 0, beginning with number FIRST
//   CacheProbe read FOLDER COUNT            looks for the answers 0 ..< COUNT: found, absent, and not what was stored
//   CacheProbe hold FOLDER                  opens the cache and sleeps
//   CacheProbe time FOLDER COUNT            stores COUNT answers of 20 kB and finds them again: microseconds of each

/// The answer of a number: its body tells itself what it must be.
func answer(_ number: Int) -> CachedAnswer {
  var generator = SeededGenerator(seed: UInt64(number))
  let count = 4000 + number % 7 * 3000
  var body: [UInt8] = []
  while body.count < count { withUnsafeBytes(of: generator.next()) { body.append(contentsOf: $0) } }
  var head = HTTPHead()
  head.entityTag = "\"\(number)\""
  return CachedAnswer(source: "probe", status: 200, head: head, body: body, receivedAt: Double(number))
}

func find(_ cache: DiskCache, _ number: Int) -> CachedAnswer? {
  let done = DispatchSemaphore(value: 0)
  let box = Box()
  cache.find(CacheKey("\(number)"), ticket: WorkTicket()) { found in
    box.answer = found
    done.signal()
  }
  done.wait()
  return box.answer
}

final class Box: @unchecked Sendable {
  // Written before the semaphore is signalled, read after.
  var answer: CachedAnswer?
}

func number(_ index: Int) -> Int { CommandLine.arguments.dropFirst(index).first.flatMap(Int.init) ?? 0 }

/// At once: whoever started this may end it at any moment.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

var options = DiskCache.Options()
options.folder = CommandLine.arguments.dropFirst(2).first
options.minimumFreeBytes = 0
options.settleSeconds = 0
options.batchSeconds = 0.002
let cache = DiskCache(options: options)
switch CommandLine.arguments.dropFirst().first {
case "write":
  var next = number(3)
  let end = number(4) > 0 ? next + number(4) : Int.max
  say("began 1")
  while next < end {
    cache.store(answer(next), key: CacheKey("\(next)"))
    next += 1
    // Not faster than they can be written.
    if next % 20 == 0 { _ = cache.waitForReport() }
    if next % 100 == 0 { say("stored \(next)") }
  }
  cache.close()
  say("stored \(next)")
case "read":
  var (found, absent, wrong) = (0, 0, 0)
  for number in 0..<number(3) {
    if let stored = find(cache, number) {
      if stored == answer(number) { found += 1 } else { wrong += 1 }
    } else {
      absent += 1
    }
  }
  let fault = cache.waitForReport().fault
  cache.close()
  say("found \(found)\nabsent \(absent)\nwrong \(wrong)\nfault \(fault ?? "none")")
case "hold":
  _ = cache.waitForReport()
  say("open 1")
  sleep(600)
case "time":
  let count = max(number(3), 1)
  let bodies = (0..<16).map { _ in (0..<20_000).map { _ in UInt8.random(in: 0...255) } }
  func seconds(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    let duration = (ContinuousClock.now - start).components
    return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
  }
  let opening = seconds { _ = find(cache, 0) }
  let storing = seconds {
    for number in 0..<count {
      cache.store(
        CachedAnswer(source: "probe", status: 200, head: HTTPHead(), body: bodies[number % 16], receivedAt: 1),
        key: CacheKey("\(number)"))
      if number % 500 == 499 { _ = cache.waitForReport() }
    }
    _ = cache.waitForReport()
  }
  var times: [Double] = []
  for number in 0..<count { times.append(seconds { _ = find(cache, number * 7919 % count) }) }
  times.sort()
  let report = cache.waitForReport()
  say("open_us \(opening * 1e6)\nstore_us \(storing / Double(count) * 1e6)")
  say(
    "find_us_median \(times[count / 2] * 1e6)\nfind_us_p99 \(times[count * 99 / 100] * 1e6)\nfind_us_max \((times.last ?? 0) * 1e6)"
  )
  say("bytes \(report.byteCount)\nfile_bytes \(report.fileByteCount)\nhits \(report.hits)")
  cache.close()
default:
  exit(2)
}
