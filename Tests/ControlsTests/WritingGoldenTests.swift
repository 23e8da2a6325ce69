import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookCanvas
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// The interface in the writing of the world: Arabic, Hebrew, Hindi, Thai, Japanese, and emoji.
@MainActor @Suite(.enabled(if: TestFont.areAllAlone, Comment(rawValue: TestFont.whyNot)))
struct WritingGoldenTests {
  static let titles = [
    "مقهى السلام", "שוק מחנה יהודה", "इंडिया गेट", "วัดพระแก้ว", "東京スカイツリー", "Kahvila ☕️ & Sauna 🧖🏽",
  ]
  static let snippets = [
    "مفتوح يوميا من 9 إلى 17، والدخول مجاني للأطفال حتى سن 12", "פתוח בימים א׳–ה׳ 8:00–19:00, כולל Wi-Fi ומקומות ישיבה",
    "नई दिल्ली में राजपथ पर स्थित एक युद्ध स्मारक है", "พระที่นั่งและวัดในพระบรมมหาราชวังกรุงเทพมหานครเปิดทุกวัน",
    "高さ634メートルの電波塔で、展望台は朝9時から夜9時まで営業しています。", "Open 🕘–🕔 every day 👩‍👩‍👧 welcome 🇫🇮🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  ]

  private func picture(
    _ size: ScreenSize, scale: Double, _ background: Color, draw: (Canvas) -> Void
  ) throws -> Image {
    let surface = try TestSurface(width: Int(size.width * scale), height: Int(size.height * scale))
    let canvas = Canvas(fonts: try .machine())
    // What fonts were found for and how wide it is, is right in the third frame.
    for _ in 0..<3 {
      canvas.begin(size: size, pixelsPerPoint: scale)
      draw(canvas)
      canvas.fonts.finish()
    }
    surface.clear(background)
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    return try surface.image(scale: scale)
  }

  private func ground(_ theme: InterfaceTheme) -> Color {
    theme == .light ? Color(red: 0.86, green: 0.90, blue: 0.86) : Color(red: 0.10, green: 0.14, blue: 0.20)
  }

  @Test(arguments: [(1.0, InterfaceTheme.light), (2, .dark)]) func infoWindows(scale: Double, theme: InterfaceTheme) throws {
    let image = try picture(ScreenSize(width: 900, height: 250), scale: scale, ground(theme)) { canvas in
      for index in Self.titles.indices {
        let panel = InfoWindowPanel()
        panel.palette = theme == .dark ? .dark : .light
        let tip = ScreenPoint(x: Double(150 + 300 * (index % 3)), y: index < 3 ? 118 : 240)
        panel.draw(.text(title: Self.titles[index], snippet: Self.snippets[index]), tip: tip, on: canvas)
      }
    }
    #expect(try GoldenPicture("writing/info-windows-\(theme)").mismatch(with: image) == nil)
  }

  @Test func creditsAndLabels() throws {
    let area = ControlArea(size: ScreenSize(width: 560, height: 200))
    let credits = AttributionPanel()
    credits.credits = ["© مساهمو خريطة الشارع المفتوحة", "© תורמי המפה", "© मानचित्र सहयोगी", "© ผู้ร่วมสร้างแผนที่", "国土地理院 🗾"]
    let labels = Self.titles.enumerated().map { index, title in
      Label(title, at: .at(ScreenPoint(x: Double(20 + 180 * (index % 3)), y: Double(20 + 50 * (index / 3)))))
    }
    labels[5].hasCard = false
    labels[4].maximumWidth = 90
    let image = try picture(area.size, scale: 1, ground(.light)) { canvas in
      for label in labels { label.draw(on: canvas, in: area) }
      credits.draw(on: canvas, in: area)
    }
    #expect(try GoldenPicture("writing/credits-and-labels").mismatch(with: image) == nil)
  }

  @Test(arguments: [1, 2]) func textFields(scale: Int) throws {
    let layer = ControlLayer(wake: {})
    layer.area = ControlArea(size: ScreenSize(width: 540, height: 190))
    let texts = ["شارع الملك فيصل", "abc אבג 123 def", "नई दिल्ली", "สยามสแควร์", "渋谷区 Shibuya", "Ravintola 🍕👩‍👩‍👧"]
    let fields = texts.enumerated().map { index, text in
      TextField(text, at: .at(ScreenPoint(x: Double(20 + 260 * (index % 2)), y: Double(20 + 50 * (index / 2)))))
    }
    for field in fields { layer.add(field) }
    // The selection is seen in two pieces.
    layer.focus(fields[1])
    for _ in 0..<6 { _ = layer.respond(to: InputEvent(timeSeconds: 0, kind: .keyPressed(.left, [.shift]))) }
    _ = layer.step(now: 0)
    let image = try picture(layer.area.size, scale: Double(scale), ground(.light)) { layer.draw(on: $0) }
    #expect(try GoldenPicture("writing/text-fields-\(scale)x").mismatch(with: image) == nil)
  }

  @Test func labelsOfMarkersMeasureWhatTheyShow() throws {
    let label = LabelView("東京 とうきょう\nกรุงเทพ  مدينة\nदिल्ली ⛰️")
    label.fontSize = 16
    _ = label.size
    try InterfaceFonts.machine().finish()
    let size = label.size
    let image = try picture(size, scale: 2, Color(red: 0.42, green: 0.58, blue: 0.40)) { label.draw(in: $0) }
    #expect(try GoldenPicture("writing/marker-label").mismatch(with: image) == nil)
  }
}
