/// How much of OpenStreetMap data is read, and how much of it is held in memory.
package struct OSMLimits: Hashable, Sendable {
  /// Nodes, ways and relations: more than the largest country has.
  package var elementCount = 2_000_000_000
  /// Ways, relations and tagged nodes, which are held in memory.
  package var heldCount = 100_000_000
  /// Nodes of ways and members of relations, all of them together.
  package var referenceCount = 1_000_000_000
  package var tagCount = 1_000_000_000
  /// Elements, references and tags for each byte of the file, beyond the first `freeCount`: no extract has half as many, and a
  /// small file that swells to more is made to fill the memory.
  package var countPerByte = 40
  package var freeCount = 20_000_000
  /// Places of nodes that are held in memory, 16 bytes each; those beyond go to a scratch file.
  package var placesInMemory = 16_000_000
  /// The folder of the scratch file; nil for that of the system.
  package var scratchFolder: String?

  package init() {}
}
