package import OverlookStyle

/// A map drawn by a style document: its sources, tiles and their layout.
@MainActor package final class StyledMap {
  package private(set) var document: StyleDocument

  package init(document: StyleDocument) {
    self.document = document
  }
}
