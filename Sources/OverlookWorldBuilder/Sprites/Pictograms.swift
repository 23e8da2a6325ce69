/// The pictograms of points of interest.
enum Pictograms {
  static let fork = Pictogram(
    .stroke([(8, 3.5), (8, 20.5)], width: 2), .stroke([(5.3, 3.5), (5.3, 8), (8, 10.5), (10.7, 8), (10.7, 3.5)], width: 1.7),
    .stroke([(16.5, 13), (16.5, 20.5)], width: 2), .polygon([(15.5, 13.5), (15.5, 3), (19, 6), (19, 13.5)]))
  static let cup = Pictogram(
    .box(x: 4, y: 7, width: 12, height: 10, radius: 3), .arc(x: 16, y: 11, radius: 3, from: -90, to: 90, width: 1.8),
    .box(x: 3.5, y: 18.5, width: 14, height: 2, radius: 1), .stroke([(8, 2.8), (8, 5)], width: 1.5),
    .stroke([(12, 2.8), (12, 5)], width: 1.5))
  static let glass = Pictogram(
    .polygon([(4, 4), (20, 4), (12, 13.5)]), .stroke([(12, 12), (12, 19.5)], width: 2), .stroke([(8, 20), (16, 20)], width: 2))
  static let burger = Pictogram(
    .arc(x: 12, y: 10, radius: 4.4, from: 180, to: 360, width: 5), .box(x: 4, y: 11.2, width: 16, height: 2.4, radius: 1),
    .box(x: 4.5, y: 15, width: 15, height: 4.5, radius: 2))
  static let bag = Pictogram(
    .box(x: 4.5, y: 8, width: 15, height: 12.5, radius: 2), .arc(x: 12, y: 8, radius: 3.8, from: 180, to: 360, width: 1.9)
  )
  .cutting(.stroke([(8.2, 9), (8.2, 11)], width: 1.4), .stroke([(15.8, 9), (15.8, 11)], width: 1.4))
  static let cart = Pictogram(
    .stroke([(2.5, 4.5), (5.5, 4.5), (8.5, 15.5), (18, 15.5)], width: 1.9),
    .polygon([(6.5, 7), (21, 7), (18.8, 13.8), (8.4, 13.8)]),
    .disc(x: 9.8, y: 19, radius: 1.8), .disc(x: 17, y: 19, radius: 1.8))
  static let bed = Pictogram(
    .stroke([(3.5, 5.5), (3.5, 19)], width: 2), .box(x: 3.5, y: 12, width: 17.5, height: 4.4, radius: 1.2),
    .stroke([(20.5, 14), (20.5, 19)], width: 2), .disc(x: 7.6, y: 9.2, radius: 2.2),
    .box(x: 10.8, y: 7.4, width: 9.6, height: 4.6, radius: 2))
  static let columns = Pictogram(
    .polygon([(12, 2.5), (21.5, 8.6), (2.5, 8.6)]), .box(x: 4.4, y: 10, width: 2.6, height: 7.4, radius: 0.4),
    .box(x: 10.7, y: 10, width: 2.6, height: 7.4, radius: 0.4), .box(x: 17, y: 10, width: 2.6, height: 7.4, radius: 0.4),
    .box(x: 2.6, y: 18.6, width: 18.8, height: 2.6, radius: 0.5))
  static let frame = Pictogram(.box(x: 3, y: 4.5, width: 18, height: 15, radius: 1.6)).cutting(
    .box(x: 5, y: 6.5, width: 14, height: 11, radius: 0.5)
  )
  .adding(.polygon([(6, 16.6), (10.5, 9.8), (13.5, 13.6), (15.2, 11.8), (18.2, 16.6)]), .disc(x: 15.6, y: 9, radius: 1.3))
  static let star = Pictogram(
    .polygon([
      (12, 2.2), (14.9, 8.7), (22, 9.4), (16.7, 14.1), (18.2, 21.1), (12, 17.4), (5.8, 21.1), (7.3, 14.1), (2, 9.4), (9.1, 8.7),
    ]))
  static let cross = Pictogram(
    .box(x: 9, y: 3.5, width: 6, height: 17, radius: 1), .box(x: 3.5, y: 9, width: 17, height: 6, radius: 1))
  static let cap = Pictogram(
    .polygon([(12, 4), (22.5, 9.4), (12, 14.8), (1.5, 9.4)]),
    .polygon([(6, 13.2), (12, 16.4), (18, 13.2), (18, 17.4), (12, 20), (6, 17.4)]),
    .stroke([(20.6, 10.4), (20.6, 16)], width: 1.5))
  static let book = Pictogram(
    .polygon([(11.2, 6), (3, 4.2), (3, 17.8), (11.2, 19.8)]), .polygon([(12.8, 6), (21, 4.2), (21, 17.8), (12.8, 19.8)]))
  static let spire = Pictogram(
    .polygon([(12, 2), (15, 8.6), (15, 21), (9, 21), (9, 8.6)]), .polygon([(3, 15), (9.5, 11), (9.5, 21), (3, 21)]),
    .polygon([(21, 15), (14.5, 11), (14.5, 21), (21, 21)])
  ).cutting(.box(x: 10.8, y: 16, width: 2.4, height: 5.2, radius: 1.1))
  static let train = Pictogram(
    .box(x: 5.5, y: 2.5, width: 13, height: 15.5, radius: 3.4), .stroke([(8.6, 17.4), (6, 21)], width: 1.8),
    .stroke([(15.4, 17.4), (18, 21)], width: 1.8)
  ).cutting(
    .box(x: 7.7, y: 5.4, width: 8.6, height: 5, radius: 1), .disc(x: 9, y: 14.3, radius: 1.25),
    .disc(x: 15, y: 14.3, radius: 1.25))
  static let tram = train.adding(.stroke([(9.5, 0.8), (14.5, 0.8)], width: 1.4), .stroke([(12, 1), (12, 3)], width: 1.4))
  static let bus = Pictogram(
    .box(x: 4, y: 3, width: 16, height: 15.5, radius: 2.6), .box(x: 5.6, y: 17, width: 3.4, height: 4, radius: 1),
    .box(x: 15, y: 17, width: 3.4, height: 4, radius: 1)
  ).cutting(
    .box(x: 6, y: 6, width: 12, height: 5.6, radius: 0.8), .disc(x: 7.6, y: 15, radius: 1.3), .disc(x: 16.4, y: 15, radius: 1.3))
  static let metro = Pictogram(.stroke([(4.5, 19.5), (4.5, 4.8), (12, 14.6), (19.5, 4.8), (19.5, 19.5)], width: 3.4))
  static let ferry = Pictogram(
    .polygon([(2.5, 13), (21.5, 13), (18.5, 19), (5.5, 19)]), .box(x: 6.5, y: 8, width: 11, height: 4.2, radius: 0.8),
    .box(x: 9.8, y: 4, width: 4.4, height: 4.6, radius: 0.6),
    .stroke([(3, 21.4), (8, 20.6), (12, 21.4), (16, 20.6), (21, 21.4)], width: 1.3))
  static let parking = Pictogram(
    .stroke([(8, 20), (8, 4.6), (12.4, 4.6)], width: 3.2), .arc(x: 12.4, y: 9, radius: 4.4, from: -90, to: 90, width: 3.2),
    .stroke([(8, 13.4), (12.4, 13.4)], width: 3.2))
  static let euro = Pictogram(
    .arc(x: 14.4, y: 12, radius: 7.4, from: 50, to: 310, width: 2.8), .stroke([(3.4, 10), (13.6, 10)], width: 2),
    .stroke([(3.4, 14), (12.6, 14)], width: 2))
  static let envelope = Pictogram(.box(x: 2.6, y: 5, width: 18.8, height: 14, radius: 1.8)).cutting(
    .stroke([(3.6, 7), (12, 13.6), (20.4, 7)], width: 1.7))
  static let mask = Pictogram(.disc(x: 12, y: 12, radius: 9.2)).cutting(
    .disc(x: 8.6, y: 9.6, radius: 1.6), .disc(x: 15.4, y: 9.6, radius: 1.6),
    .arc(x: 12, y: 12.4, radius: 4.4, from: 20, to: 160, width: 2))
  static let tree = Pictogram(
    .disc(x: 12, y: 8, radius: 5.6), .disc(x: 8.4, y: 11.4, radius: 4.4), .disc(x: 15.6, y: 11.4, radius: 4.4),
    .stroke([(12, 13), (12, 21)], width: 2.4))
  static let ball = Pictogram(.disc(x: 12, y: 12, radius: 9.2)).cutting(
    .arc(x: 2.5, y: 12, radius: 6.6, from: -70, to: 70, width: 1.5),
    .arc(x: 21.5, y: 12, radius: 6.6, from: 110, to: 250, width: 1.5))
  static let people = Pictogram(
    .disc(x: 7.6, y: 4.8, radius: 2.3), .box(x: 5, y: 8, width: 5.2, height: 7.4, radius: 2),
    .box(x: 6, y: 13, width: 3.2, height: 8, radius: 1),
    .disc(x: 16.6, y: 4.8, radius: 2.3), .polygon([(16.6, 7.6), (20.4, 15.6), (12.8, 15.6)]),
    .box(x: 15, y: 14, width: 3.2, height: 7, radius: 1))
  static let flag = Pictogram(
    .stroke([(5.5, 3), (5.5, 21)], width: 2.2), .polygon([(6.5, 3.6), (20, 3.6), (17, 8.4), (20, 13.2), (6.5, 13.2)]))
  static let shield = Pictogram(
    .polygon([(12, 2.4), (20.4, 5.4), (20.4, 11.6), (17.6, 17.2), (12, 21.6), (6.4, 17.2), (3.6, 11.6), (3.6, 5.4)])
  )
  .cutting(
    .polygon([
      (12, 7), (13.5, 10.4), (17, 10.7), (14.3, 13.1), (15.1, 16.6), (12, 14.7), (8.9, 16.6), (9.7, 13.1), (7, 10.7),
      (10.5, 10.4),
    ]))
  static let flame = Pictogram(
    .disc(x: 12, y: 14.6, radius: 6.4), .polygon([(6.2, 12), (13, 2), (13.6, 7.4), (18, 12.4)])
  ).cutting(.disc(x: 12, y: 17, radius: 2.6), .polygon([(9.8, 15.8), (12.4, 11), (14.2, 15.8)]))
  static let pump = Pictogram(
    .box(x: 4.5, y: 3.5, width: 10, height: 17.5, radius: 1.6),
    .stroke([(14, 12), (17.6, 12), (17.6, 17.6), (20, 17.6), (20, 8), (17, 5)], width: 1.6)
  ).cutting(.box(x: 6.5, y: 5.8, width: 6, height: 4.6, radius: 0.5))
  static let bicycle = Pictogram(
    .disc(x: 6, y: 15, radius: 4.6), .disc(x: 18, y: 15, radius: 4.6)
  ).cutting(.disc(x: 6, y: 15, radius: 2.9), .disc(x: 18, y: 15, radius: 2.9)).adding(
    .stroke([(6, 15), (9.4, 8.4), (16, 8.4), (11.4, 15), (6, 15)], width: 1.5),
    .stroke([(18, 15), (14.6, 5.4), (17.4, 5.4)], width: 1.5),
    .stroke([(11.4, 15), (8.4, 6.4)], width: 1.5), .stroke([(6.8, 6), (10, 6)], width: 1.7))
  static let drop = Pictogram(.disc(x: 12, y: 14.4, radius: 6.2), .polygon([(12, 2.4), (17.5, 11.6), (6.5, 11.6)]))
  static let info = Pictogram(
    .disc(x: 12, y: 5, radius: 2.1), .stroke([(9.6, 10), (12, 10), (12, 19.4)], width: 2.8),
    .stroke([(9, 19.6), (15, 19.6)], width: 2.6))
  static let mountains = Pictogram(
    .polygon([(1.6, 19.6), (9, 6), (16.4, 19.6)]), .polygon([(12, 12.6), (15.4, 8.4), (22.4, 19.6), (15, 19.6)]))
  static let car = Pictogram(
    .polygon([(6.4, 5.4), (17.6, 5.4), (20, 11.4), (4, 11.4)]), .box(x: 2.8, y: 10.8, width: 18.4, height: 6.6, radius: 2),
    .box(x: 4.2, y: 16, width: 3.6, height: 4.4, radius: 1.2), .box(x: 16.2, y: 16, width: 3.6, height: 4.4, radius: 1.2)
  ).cutting(
    .polygon([(7.6, 7.2), (16.4, 7.2), (17.6, 10.6), (6.4, 10.6)]), .disc(x: 6.6, y: 14, radius: 1.2),
    .disc(x: 17.4, y: 14, radius: 1.2))
  static let bolt = Pictogram(.polygon([(13.4, 2), (5, 13.4), (11, 13.4), (9.6, 22), (19, 9.8), (12.6, 9.8)]))
  static let obelisk = Pictogram(
    .polygon([(12, 2), (14.4, 5), (15, 17), (9, 17), (9.6, 5)]), .box(x: 6.6, y: 17, width: 10.8, height: 4, radius: 0.6))
  static let swing = Pictogram(
    .stroke([(3.4, 20.6), (7, 4), (17, 4), (20.6, 20.6)], width: 2), .stroke([(9.6, 4), (9.6, 14)], width: 1.3),
    .stroke([(14.4, 4), (14.4, 14)], width: 1.3),
    .stroke([(9, 14.6), (15, 14.6)], width: 2.2))
  static let anchor = Pictogram(
    .stroke([(12, 6), (12, 20)], width: 2.2), .arc(x: 12, y: 12.4, radius: 7.6, from: 10, to: 170, width: 2.2),
    .stroke([(8, 9.6), (16, 9.6)], width: 2), .disc(x: 12, y: 4.4, radius: 2.6)
  ).cutting(.disc(x: 12, y: 4.4, radius: 1.1))
  static let briefcase = Pictogram(
    .box(x: 3, y: 7.6, width: 18, height: 12, radius: 1.8), .arc(x: 12, y: 7.6, radius: 3, from: 180, to: 360, width: 1.8)
  )
  .cutting(.stroke([(3, 13.4), (10, 13.4)], width: 1.2), .stroke([(14, 13.4), (21, 13.4)], width: 1.2))
  static let scoop = Pictogram(.disc(x: 12, y: 8, radius: 5.6), .polygon([(7, 12.4), (17, 12.4), (12, 22)]))
  static let stairs = Pictogram(
    .stroke([(3.5, 19), (8, 19), (8, 14.6), (12, 14.6), (12, 10.2), (16, 10.2), (16, 5.8), (20.5, 5.8)], width: 2.8))
  static let lift = Pictogram(
    .polygon([(12, 2.4), (17.5, 9.6), (6.5, 9.6)]), .polygon([(12, 21.6), (17.5, 14.4), (6.5, 14.4)]))
  static let dot = Pictogram(.disc(x: 12, y: 12, radius: 5))
}
