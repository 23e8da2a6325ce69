import Testing

@testable import OverlookText

@Suite struct VisualPlacesTests {
  private func edges(_ text: String) -> [Int] {
    let places = VisualPlaces(Array(text))
    return (0...text.count).map(places.edge)
  }

  @Test func placesOfOneDirectionAreInOrder() {
    #expect(edges("abc") == [0, 1, 2, 3])
    #expect(edges("אבג") == [3, 2, 1, 0])
    #expect(edges("") == [0])
  }

  /// Seen "abc gimel bet alef": the place after c is where the Latin ends, the last one at the end of the line.
  @Test func whereDirectionsMeetAPlaceIsAtTheLessNestedSide() {
    #expect(edges("abcאבג") == [0, 1, 2, 3, 5, 4, 6])
    #expect(edges("אבabג") == [5, 4, 3, 2, 1, 0])
  }

  /// Digits run from left to right within Hebrew: seen "b a 12 _ alef" and so on.
  @Test func numbersWithinRightToLeftTextAreNestedTwice() {
    #expect(edges("a אב 12") == [0, 1, 2, 6, 5, 4, 3, 7])
  }

  @Test func aSelectionAcrossDirectionsIsSeenInPieces() {
    let places = VisualPlaces(Array("abcאבג"))
    // c and alef: c lies before gimel, alef at the end.
    #expect(places.edges(of: 2..<4) == [2..<3, 5..<6])
    #expect(places.edges(of: 0..<6) == [0..<6])
    #expect(places.edges(of: 3..<3).isEmpty)
  }

  /// Whoever goes from edge to edge comes by each place once, in any text.
  @Test(arguments: 0..<200) func everyEdgeBelongsToOnePlace(seed: UInt64) {
    var state = seed &* 6_364_136_223_846_793_005 &+ 1
    let alphabet: [Character] = ["a", "b", "א", "ב", "ع", "1", "2", " ", ",", "(", "e\u{301}", "👩‍👩‍👧", "ก"]
    let text = (0..<20).map { _ -> Character in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return alphabet[Int(state >> 33) % alphabet.count]
    }
    let characters = Array(String(text))
    let places = VisualPlaces(characters)
    let edges = (0...characters.count).map(places.edge)
    #expect(edges.sorted() == Array(0...characters.count), "\(String(characters))")
    #expect(edges.map(places.place(atEdge:)) == Array(0...characters.count))
  }

  @Test func linesOfThaiAndIdeographsMayBreakWithoutBlanks() {
    func parts(_ text: String) -> [String] {
      let starts = [text.startIndex] + WordBreaks.lineStarts(text) + [text.endIndex]
      return zip(starts, starts.dropFirst()).map { String(text[$0..<$1]) }
    }
    #expect(parts("เมืองหลวงของประเทศไทย") == ["เมือง", "หลวง", "ของ", "ประเทศไทย"])
    #expect(parts("東京都。") == ["東", "京", "都。"])
    #expect(parts("two words") == ["two ", "words"])
    // Never within what a person sees as one character.
    #expect(parts("👩‍👩‍👧👩‍👩‍👧") == ["👩‍👩‍👧", "👩‍👩‍👧"])
    #expect(parts("") == [""] || parts("").isEmpty)
  }

  @Test func theFirstStrongCharacterSaysHowALineIsRead() {
    #expect(Bidi.isRightToLeft("אבג abc") && Bidi.isRightToLeft("(12) مرحبا"))
    #expect(!Bidi.isRightToLeft("abc אבג") && !Bidi.isRightToLeft("123") && !Bidi.isRightToLeft(""))
    #expect(Bidi.isRightToLeft("\u{200F}abc"))
  }
}
