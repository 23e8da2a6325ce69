/// What a page is made of, the lowest first.
package enum PageElement: Sendable {
  case path(PagePath)
  case text(PageText)
  case picture(PagePicture)
  indirect case group(PageGroup)
}

/// A region and its edge.
package struct PagePath: Sendable {
  package var outline: PageOutline
  /// Inside where the outline winds around; nil: not filled.
  package var fill: PagePaint?
  package var stroke: PageStroke?

  package init(_ outline: PageOutline, fill: PagePaint? = nil, stroke: PageStroke? = nil) {
    self.outline = outline
    self.fill = fill
    self.stroke = stroke
  }
}

/// A picture that lies between three of its corners.
package struct PagePicture: Sendable {
  package var image: PageImage
  package var topLeft: SIMD2<Double>
  package var topRight: SIMD2<Double>
  package var bottomLeft: SIMD2<Double>
  /// 0 ... 1.
  package var opacity: Double

  package init(
    _ image: PageImage, topLeft: SIMD2<Double>, topRight: SIMD2<Double>, bottomLeft: SIMD2<Double>, opacity: Double = 1
  ) {
    self.image = image
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.opacity = opacity
  }

  package init(_ image: PageImage, _ rect: PageRect, opacity: Double = 1) {
    self.init(
      image, topLeft: rect.low, topRight: SIMD2(rect.high.x, rect.low.y), bottomLeft: SIMD2(rect.low.x, rect.high.y),
      opacity: opacity)
  }
}

/// Elements that belong together, with units of their own.
package struct PageGroup: Sendable {
  /// For people who open the file with a program for drawings; empty for none.
  package var name: String
  /// In the units of the page around it: where the group's origin lies, and how long one of its units is.
  package var origin: SIMD2<Double>
  package var scale: Double
  /// In the group's units; nil: nothing is cut.
  package var clip: PageRect?
  /// Of all of it together.
  package var opacity: Double
  package var elements: [PageElement]

  package init(
    name: String = "", origin: SIMD2<Double> = .zero, scale: Double = 1, clip: PageRect? = nil, opacity: Double = 1,
    elements: [PageElement] = []
  ) {
    self.name = name
    self.origin = origin
    self.scale = scale
    self.clip = clip
    self.opacity = opacity
    self.elements = elements
  }
}

/// A page as writers take it. Lengths in points of 1/72 inch, y down from the upper left corner.
package struct PageDocument: Sendable {
  /// A place of the page that leads somewhere when it is clicked.
  package struct Link: Hashable, Sendable {
    package var rect: PageRect
    package var address: String

    package init(rect: PageRect, address: String) {
      self.rect = rect
      self.address = address
    }
  }

  package var width: Double
  package var height: Double
  /// Empty for none.
  package var title = ""
  package var creator = "Overlook"
  /// Seconds since 1970.
  package var creationTime: Int
  /// BCP 47 tag of its words; nil when it is not known.
  package var language: String?
  package var elements: [PageElement] = []
  package var links: [Link] = []

  package init(width: Double, height: Double, creationTime: Int) {
    self.width = width
    self.height = height
    self.creationTime = creationTime
  }

  /// All elements, those of groups too.
  package var elementCount: Int { Self.count(elements) }

  private static func count(_ elements: [PageElement]) -> Int {
    elements.reduce(0) { sum, element in
      if case .group(let group) = element { return sum + 1 + count(group.elements) }
      return sum + 1
    }
  }
}
