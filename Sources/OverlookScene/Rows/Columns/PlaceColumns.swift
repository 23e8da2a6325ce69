package import OverlookGeometry

/// The elements of a layer of places as the renderer takes them: a column for each attribute, in the order of drawing.
@MainActor package final class PlaceColumns {
  package private(set) var places = LayerColumn<FixedPlace>()
  /// Premultiplied, red in the lowest byte. Empty while all elements have one colour.
  package internal(set) var colors = LayerColumn<UInt32>()
  /// Radii of points in the layer's unit, scales of icons, weights of a heatmap, heights of columns in metres; NaN for elements
  /// that are not drawn. Empty while all have the same.
  package internal(set) var sizes = LayerColumn<Float>()
  /// Numbers of images. Empty for what are no icons, and while all show one image.
  package internal(set) var icons = LayerColumn<UInt32>()
  /// Radians clockwise; NaN for icons that are not drawn. Empty for what are no icons, and while all have one.
  package internal(set) var rotations = LayerColumn<Float>()
  /// What the filter looks at. Empty without a filter.
  package internal(set) var filterValues = LayerColumn<Float>()
  package private(set) var chunks = PlaceChunks()
  /// Another number after every change.
  package private(set) var version = 0
  /// Another number after every change but one of colours alone.
  package private(set) var shapeVersion = 0
  /// Another number after every change of the places.
  private var placesVersion = 0
  /// What is known of places of a version.
  private var scattering: (version: Int, isScattered: Bool)?
  /// The last that was begun, of these places or of those before them.
  private var sorting: (version: Int, work: PlaceSorting)?

  var startSorting = PlaceSorting.onOwnThread

  package var count: Int { places.count }

  /// In smaller layers, looking through all places takes as long as finding those to look at.
  package static let fewestSorted = 100_000

  /// The places by where they lie; nil where their order of drawing keeps neighbours together anyway, or is not known to.
  ///
  /// For who looks at a part of them. Who asks a second time for the same places has them sorted, which takes a while, on another
  /// thread; places that move from frame to frame never are. One sorting runs at a time: each holds the places that it sorts.
  package var neighbourhoods: PlaceNeighbourhoods? {
    guard count >= Self.fewestSorted else { return nil }
    if let sorting, sorting.version == placesVersion { return sorting.work.neighbourhoods }
    guard let scattering, scattering.version == placesVersion else {
      scattering = (placesVersion, chunks.areScattered)
      return nil
    }
    if scattering.isScattered, sorting?.work.isRunning != true {
      sorting = (placesVersion, PlaceSorting(places.elements, start: startSorting))
    }
    return nil
  }

  func replaceAll(with newPlaces: ContiguousArray<FixedPlace>) {
    places.replaceAll(with: newPlaces)
    chunks.update(places.elements, changed: places.elements.indices)
    notePlaces()
  }

  func append(_ newPlaces: ContiguousArray<FixedPlace>) {
    let first = places.count
    places.append(contentsOf: newPlaces)
    chunks.update(places.elements, changed: first..<places.count)
    notePlaces()
  }

  func replace(from first: Int, with newPlaces: ContiguousArray<FixedPlace>) {
    places.replace(from: first, with: newPlaces)
    chunks.update(places.elements, changed: (first..<first + newPlaces.count).clamped(to: places.elements.indices))
    notePlaces()
  }

  /// Moves the element `indices[0]` to `newPlaces[0]`, and so on; numbers that no element has are left out.
  func replace(at indices: [Int], with newPlaces: ContiguousArray<FixedPlace>) {
    places.replace(at: indices, with: newPlaces)
    chunks.move(indices.prefix(newPlaces.count), in: places.elements)
    notePlaces()
  }

  /// Whether the places are or were sorted since they changed.
  var isSorting: Bool { sorting?.version == placesVersion }

  private func notePlaces() {
    placesVersion += 1
    noteChange()
    // What runs is waited for.
    if sorting?.work.isRunning == false { sorting = nil }
  }

  /// After a change of a column that is not the places.
  func noteChange(isOfColors: Bool = false) {
    version += 1
    if !isOfColors { shapeVersion += 1 }
  }

  /// Forgets what changed; called by the renderer that took it over.
  package func clearChanges() {
    places.clearChanges()
    colors.clearChanges()
    sizes.clearChanges()
    icons.clearChanges()
    rotations.clearChanges()
    filterValues.clearChanges()
  }
}

/// What a layer of points looks like where that is the same for all of them.
package struct PointStyle: Hashable, Sendable {
  /// Nil: `PlaceColumns.sizes`.
  package var radius: Float?
  /// The largest radius of any point.
  package var largestRadius: Float
  package var unit: LengthUnit
  /// Premultiplied, red in the lowest byte. Nil: `PlaceColumns.colors`.
  package var color: UInt32?
  /// Points; 0: no outline.
  package var strokeWidthPoints: Float
  /// Premultiplied, red in the lowest byte.
  package var strokeColor: UInt32
  /// 0 ... 1, of all points.
  package var opacity: Float
  /// Only points with such a value in `PlaceColumns.filterValues` are drawn; nil: all.
  package var shownValues: ClosedRange<Float>?

  /// Whether outline and layer hide what lies below them; that of the points is theirs to know.
  package var isOpaque: Bool { opacity == 1 && (strokeWidthPoints == 0 || strokeColor >> 24 == 255) }
}
