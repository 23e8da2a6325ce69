import OverlookFiles
import OverlookFormats

extension CheckedFormat {
  /// Files of people: GPX, KML, tables and the other formats of `FileFormats`.
  static let features = CheckedFormat(
    recognizes: { input in
      guard input.isFile, let file = try? FileInput(path: input.path) else { return false }
      return FileFormats.format(of: file) != nil
    },
    check: { input, findings throws(FormatError) in
      let document = try FileFormats.read(path: input.path)
      for fault in document.faults.first { findings.add(fault.fault, at: fault.place.isEmpty ? nil : fault.place) }
      let rest = document.faults.count - document.faults.first.count
      if rest > 0 { findings.add("other faults", count: rest) }
      for note in document.notes where note.contains("may be meant") { findings.add(note) }
    })
}
