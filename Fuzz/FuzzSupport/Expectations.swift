/// Ends the process, which is how libFuzzer learns of a finding, when `condition` does not hold.
package func demand(_ condition: Bool, _ fault: @autoclosure () -> String) {
  if !condition { fatalError(fault()) }
}

/// What every address that comes out of a document has to be, wherever the document came from.
package func demandWebAddress(_ address: String) {
  demand(address.hasPrefix("http://") || address.hasPrefix("https://"), "not a web address: \(address)")
  demand(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }, "characters that no address has: \(address)")
  let host = address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }.lowercased()
  demand(!host.isEmpty, "no host: \(address)")
  let isNumber = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  demand(
    host != "localhost" && !host.hasSuffix(".localhost") && !(isNumber && host.hasPrefix("127.")), "the local machine: \(address)"
  )
}
