import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// Names of oceans, seas, gulfs and great lakes, at places where they have room; from common geographic knowledge.
enum SeaNames {
  private typealias Name = (name: String, kind: String, rank: Int, latitude: Double, longitude: Double)

  /// An ocean's name once where all of it is seen, and again where a view has only a part of it.
  private static let oceans: [Name] = [
    ("Pacific Ocean", "ocean", 1, 4, -148), ("Pacific Ocean", "ocean", 3, 22, 165), ("Pacific Ocean", "ocean", 2, -32, -120),
    ("Atlantic Ocean", "ocean", 1, 30, -42), ("Atlantic Ocean", "ocean", 2, -24, -14), ("Indian Ocean", "ocean", 1, -18, 78),
    ("Arctic Ocean", "ocean", 1, 80, -10), ("Southern Ocean", "ocean", 1, -63, 110), ("Southern Ocean", "ocean", 2, -63, -120),
  ]

  private static let seas: [Name] = [
    ("Mediterranean Sea", "sea", 2, 34.2, 19), ("Caribbean Sea", "sea", 2, 15, -75), ("Arabian Sea", "sea", 2, 15, 64),
    ("Bay of Bengal", "bay", 2, 14, 88.5), ("Gulf of Mexico", "bay", 2, 25, -91), ("South China Sea", "sea", 2, 14, 115),
    ("Tasman Sea", "sea", 2, -38, 160), ("Coral Sea", "sea", 2, -17, 153), ("Bering Sea", "sea", 2, 58.5, -178),
    ("Philippine Sea", "sea", 2, 20, 132), ("Hudson Bay", "bay", 2, 60, -85.5), ("Sea of Okhotsk", "sea", 2, 54.5, 149),
    ("Barents Sea", "sea", 2, 74, 38), ("Norwegian Sea", "sea", 2, 69, 2), ("North Sea", "sea", 2, 56.5, 3.2),
    ("Black Sea", "sea", 2, 43.3, 34.5), ("Red Sea", "sea", 2, 21, 37.8), ("Sea of Japan", "sea", 2, 40, 134.5),
    ("Beaufort Sea", "sea", 2, 73, -139), ("Labrador Sea", "sea", 2, 58, -54), ("Weddell Sea", "sea", 2, -72.5, -45),
    ("Ross Sea", "sea", 2, -74.5, -175), ("Gulf of Alaska", "bay", 2, 57.5, -146), ("Baffin Bay", "bay", 2, 74, -66),
    ("Kara Sea", "sea", 3, 75.5, 72), ("Laptev Sea", "sea", 3, 76, 125), ("East Siberian Sea", "sea", 3, 73, 162),
    ("Chukchi Sea", "sea", 3, 69, -171), ("Greenland Sea", "sea", 3, 77, -5), ("East China Sea", "sea", 3, 29.5, 125.3),
    ("Yellow Sea", "sea", 3, 35.6, 123.2), ("Celebes Sea", "sea", 3, 3.4, 122.3), ("Banda Sea", "sea", 3, -5.7, 127.3),
    ("Java Sea", "sea", 3, -5, 111), ("Timor Sea", "sea", 3, -11.2, 127.3), ("Arafura Sea", "sea", 3, -9.3, 135.2),
    ("Andaman Sea", "sea", 3, 11, 95.7), ("Gulf of Guinea", "bay", 3, 1.5, 3), ("Gulf of Aden", "bay", 3, 12.2, 47.8),
    ("Persian Gulf", "bay", 3, 27, 51.3), ("Gulf of Oman", "bay", 4, 24.7, 58.6), ("Bay of Biscay", "bay", 3, 45.3, -4.7),
    ("Baltic Sea", "sea", 3, 57.4, 19.8), ("Gulf of Bothnia", "bay", 4, 62, 19.8), ("Gulf of Finland", "bay", 5, 59.85, 26),
    ("White Sea", "sea", 4, 65.4, 37.6), ("Adriatic Sea", "sea", 4, 43, 15.2), ("Aegean Sea", "sea", 4, 38.6, 25.2),
    ("Ionian Sea", "sea", 4, 37.7, 18.8), ("Tyrrhenian Sea", "sea", 4, 40, 12), ("Ligurian Sea", "sea", 5, 43.5, 9),
    ("Balearic Sea", "sea", 5, 40.3, 2.2), ("Levantine Sea", "sea", 4, 33.7, 31), ("Alboran Sea", "sea", 5, 36, -3.3),
    ("Sea of Marmara", "sea", 5, 40.7, 28.1), ("Sea of Azov", "sea", 5, 46, 36.5), ("Celtic Sea", "sea", 4, 50.3, -7.7),
    ("Irish Sea", "sea", 5, 53.8, -5), ("English Channel", "bay", 4, 49.9, -2.5), ("Skagerrak", "bay", 5, 57.9, 8.9),
    ("Sargasso Sea", "sea", 3, 28, -64), ("Scotia Sea", "sea", 3, -57.5, -42), ("Gulf of Saint Lawrence", "bay", 4, 48, -61.7),
    ("Gulf of California", "bay", 4, 27, -111.2), ("Gulf of Thailand", "bay", 4, 10, 101.7),
    ("Gulf of Tonkin", "bay", 4, 19.8, 107.7),
    ("Gulf of Carpentaria", "bay", 3, -14, 139), ("Great Australian Bight", "bay", 3, -34.3, 130.5),
    ("Bass Strait", "bay", 5, -39.8, 146),
    ("Mozambique Channel", "bay", 3, -18.2, 41.2), ("Drake Passage", "bay", 3, -58.5, -64),
    ("Denmark Strait", "bay", 4, 66.5, -27.5),
    ("Davis Strait", "bay", 4, 65.5, -58), ("Amundsen Sea", "sea", 3, -72.3, -112), ("Bellingshausen Sea", "sea", 3, -70.5, -85),
    ("Solomon Sea", "sea", 4, -8, 153.5), ("Bismarck Sea", "sea", 4, -4, 148), ("Sulu Sea", "sea", 4, 8.7, 120),
  ]

  private static let lakes: [Name] = [
    ("Caspian Sea", "lake", 2, 41.7, 50.6), ("Lake Superior", "lake", 4, 47.7, -87.6), ("Lake Victoria", "lake", 4, -1, 33),
    ("Lake Huron", "lake", 4, 44.9, -82.4), ("Lake Michigan", "lake", 4, 43.6, -87), ("Lake Tanganyika", "lake", 4, -6.5, 29.6),
    ("Lake Baikal", "lake", 4, 53.6, 108.2), ("Great Bear Lake", "lake", 4, 66, -121), ("Lake Malawi", "lake", 4, -12, 34.5),
    ("Great Slave Lake", "lake", 4, 61.6, -114), ("Lake Erie", "lake", 5, 42.2, -81.2), ("Lake Winnipeg", "lake", 5, 52.4, -97.7),
    ("Lake Ontario", "lake", 5, 43.65, -77.8), ("Lake Ladoga", "lake", 5, 60.9, 31.5), ("Lake Balkhash", "lake", 5, 46.3, 74.5),
    ("Lake Onega", "lake", 5, 61.7, 35.5), ("Lake Titicaca", "lake", 5, -15.9, -69.4), ("Lake Turkana", "lake", 5, 3.6, 36.1),
    ("Vänern", "lake", 5, 58.9, 13.4), ("Lake Nicaragua", "lake", 6, 11.5, -85.4),
  ]

  private static let languages = ["de", "es", "fi", "fr", "it", "ja", "ru", "sv", "zh"]

  /// Names in these languages, in their order.
  private static let translations: [String: String] = [
    "Pacific Ocean":
      "Pazifischer Ozean|Océano Pacífico|Tyynimeri|Océan Pacifique|Oceano Pacifico|太平洋|Тихий океан|Stilla havet|太平洋",
    "Atlantic Ocean":
      "Atlantischer Ozean|Océano Atlántico|Atlantin valtameri|Océan Atlantique|Oceano Atlantico|大西洋|Атлантический океан|Atlanten|大西洋",
    "Indian Ocean":
      "Indischer Ozean|Océano Índico|Intian valtameri|Océan Indien|Oceano Indiano|インド洋|Индийский океан|Indiska oceanen|印度洋",
    "Arctic Ocean":
      "Arktischer Ozean|Océano Ártico|Pohjoinen jäämeri|Océan Arctique|Mar Glaciale Artico|北極海|Северный Ледовитый океан|Norra ishavet|北冰洋",
    "Southern Ocean":
      "Südlicher Ozean|Océano Antártico|Eteläinen jäämeri|Océan Austral|Oceano Antartico|南極海|Южный океан|Södra ishavet|南冰洋",
    "Mediterranean Sea":
      "Mittelmeer|Mar Mediterráneo|Välimeri|Mer Méditerranée|Mar Mediterraneo|地中海|Средиземное море|Medelhavet|地中海",
    "Caribbean Sea":
      "Karibisches Meer|Mar Caribe|Karibianmeri|Mer des Caraïbes|Mar dei Caraibi|カリブ海|Карибское море|Karibiska havet|加勒比海",
    "Arabian Sea": "Arabisches Meer|Mar Arábigo|Arabianmeri|Mer d’Arabie|Mar Arabico|アラビア海|Аравийское море|Arabiska havet|阿拉伯海",
    "Bay of Bengal":
      "Golf von Bengalen|Golfo de Bengala|Bengalinlahti|Golfe du Bengale|Golfo del Bengala|ベンガル湾|Бенгальский залив|Bengaliska viken|孟加拉湾",
    "Gulf of Mexico":
      "Golf von Mexiko|Golfo de México|Meksikonlahti|Golfe du Mexique|Golfo del Messico|メキシコ湾|Мексиканский залив|Mexikanska golfen|墨西哥湾",
    "South China Sea":
      "Südchinesisches Meer|Mar de China Meridional|Etelä-Kiinan meri|Mer de Chine méridionale|Mar Cinese Meridionale|南シナ海|Южно-Китайское море|Sydkinesiska havet|南海",
    "East China Sea":
      "Ostchinesisches Meer|Mar de China Oriental|Itä-Kiinan meri|Mer de Chine orientale|Mar Cinese Orientale|東シナ海|Восточно-Китайское море|Östkinesiska havet|东海",
    "Yellow Sea": "Gelbes Meer|Mar Amarillo|Keltainenmeri|Mer Jaune|Mar Giallo|黄海|Жёлтое море|Gula havet|黄海",
    "Sea of Japan":
      "Japanisches Meer|Mar del Japón|Japaninmeri|Mer du Japon|Mar del Giappone|日本海|Японское море|Japanska havet|日本海",
    "Sea of Okhotsk":
      "Ochotskisches Meer|Mar de Ojotsk|Ohotanmeri|Mer d’Okhotsk|Mare di Ochotsk|オホーツク海|Охотское море|Ochotska havet|鄂霍次克海",
    "Philippine Sea":
      "Philippinensee|Mar de Filipinas|Filippiinienmeri|Mer des Philippines|Mar delle Filippine|フィリピン海|Филиппинское море|Filippinska havet|菲律宾海",
    "Bering Sea": "Beringmeer|Mar de Bering|Beringinmeri|Mer de Béring|Mare di Bering|ベーリング海|Берингово море|Berings hav|白令海",
    "Tasman Sea": "Tasmansee|Mar de Tasmania|Tasmaninmeri|Mer de Tasman|Mar di Tasman|タスマン海|Тасманово море|Tasmanhavet|塔斯曼海",
    "Coral Sea": "Korallenmeer|Mar del Coral|Korallimeri|Mer de Corail|Mar dei Coralli|珊瑚海|Коралловое море|Korallhavet|珊瑚海",
    "Hudson Bay": "Hudson Bay|Bahía de Hudson|Hudsoninlahti|Baie d’Hudson|Baia di Hudson|ハドソン湾|Гудзонов залив|Hudson Bay|哈德逊湾",
    "Barents Sea": "Barentssee|Mar de Barents|Barentsinmeri|Mer de Barents|Mare di Barents|バレンツ海|Баренцево море|Barents hav|巴伦支海",
    "Norwegian Sea":
      "Europäisches Nordmeer|Mar de Noruega|Norjanmeri|Mer de Norvège|Mare di Norvegia|ノルウェー海|Норвежское море|Norska havet|挪威海",
    "North Sea": "Nordsee|Mar del Norte|Pohjanmeri|Mer du Nord|Mare del Nord|北海|Северное море|Nordsjön|北海",
    "Baltic Sea": "Ostsee|Mar Báltico|Itämeri|Mer Baltique|Mar Baltico|バルト海|Балтийское море|Östersjön|波罗的海",
    "Black Sea": "Schwarzes Meer|Mar Negro|Mustameri|Mer Noire|Mar Nero|黒海|Чёрное море|Svarta havet|黑海",
    "Red Sea": "Rotes Meer|Mar Rojo|Punainenmeri|Mer Rouge|Mar Rosso|紅海|Красное море|Röda havet|红海",
    "Caspian Sea": "Kaspisches Meer|Mar Caspio|Kaspianmeri|Mer Caspienne|Mar Caspio|カスピ海|Каспийское море|Kaspiska havet|里海",
    "Persian Gulf":
      "Persischer Golf|Golfo Pérsico|Persianlahti|Golfe Persique|Golfo Persico|ペルシャ湾|Персидский залив|Persiska viken|波斯湾",
    "Gulf of Guinea":
      "Golf von Guinea|Golfo de Guinea|Guineanlahti|Golfe de Guinée|Golfo di Guinea|ギニア湾|Гвинейский залив|Guineabukten|几内亚湾",
    "Bay of Biscay":
      "Golf von Biskaya|Golfo de Vizcaya|Biskajanlahti|Golfe de Gascogne|Golfo di Biscaglia|ビスケー湾|Бискайский залив|Biscayabukten|比斯开湾",
    "Gulf of Bothnia":
      "Bottnischer Meerbusen|Golfo de Botnia|Pohjanlahti|Golfe de Botnie|Golfo di Botnia|ボスニア湾|Ботнический залив|Bottniska viken|波的尼亚湾",
    "Gulf of Finland":
      "Finnischer Meerbusen|Golfo de Finlandia|Suomenlahti|Golfe de Finlande|Golfo di Finlandia|フィンランド湾|Финский залив|Finska viken|芬兰湾",
    "Adriatic Sea":
      "Adriatisches Meer|Mar Adriático|Adrianmeri|Mer Adriatique|Mare Adriatico|アドリア海|Адриатическое море|Adriatiska havet|亚得里亚海",
    "Aegean Sea": "Ägäisches Meer|Mar Egeo|Egeanmeri|Mer Égée|Mar Egeo|エーゲ海|Эгейское море|Egeiska havet|爱琴海",
    "Ionian Sea": "Ionisches Meer|Mar Jónico|Joonianmeri|Mer Ionienne|Mar Ionio|イオニア海|Ионическое море|Joniska havet|爱奥尼亚海",
    "Tyrrhenian Sea":
      "Tyrrhenisches Meer|Mar Tirreno|Tyrrhenanmeri|Mer Tyrrhénienne|Mar Tirreno|ティレニア海|Тирренское море|Tyrrenska havet|第勒尼安海",
    "Celtic Sea": "Keltische See|Mar Céltico|Kelttienmeri|Mer Celtique|Mar Celtico|ケルト海|Кельтское море|Keltiska havet|凯尔特海",
    "English Channel":
      "Ärmelkanal|Canal de la Mancha|Englannin kanaali|Manche|Canale della Manica|イギリス海峡|Ла-Манш|Engelska kanalen|英吉利海峡",
    "Labrador Sea":
      "Labradorsee|Mar del Labrador|Labradorinmeri|Mer du Labrador|Mar del Labrador|ラブラドル海|Лабрадорское море|Labradorhavet|拉布拉多海",
    "Gulf of Alaska":
      "Golf von Alaska|Golfo de Alaska|Alaskanlahti|Golfe d’Alaska|Golfo dell’Alaska|アラスカ湾|залив Аляска|Alaskagolfen|阿拉斯加湾",
  ]

  private static func otherNames(_ name: String) -> [(String, VectorTileWriter.Value)] {
    let names = translations[name]?.split(separator: "|").map(String.init) ?? []
    let more = ["ar": arabic, "ja": japanese, "ru": russian].sorted { $0.key < $1.key }.compactMap { language, table in
      table[name].map { (language, $0) }
    }
    return (Array(zip(languages, names)) + more + SeaNameTable.names(name)).map { ("name:\($0)", .string($1)) }
  }

  private static let arabic = CityNameTable.table(
    """
    Pacific Ocean=المحيط الهادئ;Atlantic Ocean=المحيط الأطلسي;Indian Ocean=المحيط الهندي;Arctic Ocean=المحيط المتجمد الشمالي
    Southern Ocean=المحيط الجنوبي;Mediterranean Sea=البحر الأبيض المتوسط;Caribbean Sea=البحر الكاريبي;Arabian Sea=بحر العرب
    Bay of Bengal=خليج البنغال;Gulf of Mexico=خليج المكسيك;South China Sea=بحر الصين الجنوبي;Tasman Sea=بحر تسمان
    Coral Sea=بحر المرجان;Bering Sea=بحر بيرنغ;Philippine Sea=بحر الفلبين;Hudson Bay=خليج هدسون;Sea of Okhotsk=بحر أوخوتسك
    Barents Sea=بحر بارنتس;Norwegian Sea=بحر النرويج;North Sea=بحر الشمال;Black Sea=البحر الأسود;Red Sea=البحر الأحمر
    Sea of Japan=بحر اليابان;Beaufort Sea=بحر بوفورت;Labrador Sea=بحر لابرادور;Weddell Sea=بحر ودل;Ross Sea=بحر روس
    Gulf of Alaska=خليج ألاسكا;Baffin Bay=خليج بافن;Kara Sea=بحر كارا;Laptev Sea=بحر لابتيف;East Siberian Sea=بحر شرق سيبيريا
    Chukchi Sea=بحر تشوكشي;Greenland Sea=بحر غرينلاند;East China Sea=بحر الصين الشرقي;Yellow Sea=البحر الأصفر
    Celebes Sea=بحر سيليبس;Banda Sea=بحر باندا;Java Sea=بحر جاوة;Timor Sea=بحر تيمور;Arafura Sea=بحر أرافورا
    Andaman Sea=بحر أندمان;Gulf of Guinea=خليج غينيا;Gulf of Aden=خليج عدن;Persian Gulf=الخليج العربي;Gulf of Oman=خليج عمان
    Bay of Biscay=خليج بسكاي;Baltic Sea=بحر البلطيق;Gulf of Bothnia=خليج بوثنيا;Gulf of Finland=خليج فنلندا;White Sea=البحر الأبيض
    Adriatic Sea=البحر الأدرياتيكي;Aegean Sea=بحر إيجة;Ionian Sea=البحر الأيوني;Tyrrhenian Sea=البحر التيراني
    Ligurian Sea=البحر الليغوري;Balearic Sea=بحر البليار;Levantine Sea=بحر المشرق;Alboran Sea=بحر البوران
    Sea of Marmara=بحر مرمرة;Sea of Azov=بحر آزوف;Celtic Sea=البحر السلتي;Irish Sea=البحر الأيرلندي;English Channel=القنال الإنجليزي
    Skagerrak=سكاجيراك;Sargasso Sea=بحر سارغاسو;Scotia Sea=بحر سكوتيا;Gulf of Saint Lawrence=خليج سان لوران
    Gulf of California=خليج كاليفورنيا;Gulf of Thailand=خليج تايلاند;Gulf of Tonkin=خليج تونكين;Gulf of Carpentaria=خليج كاربنتاريا
    Great Australian Bight=الخليج الأسترالي العظيم;Bass Strait=مضيق باس;Mozambique Channel=قناة موزمبيق;Drake Passage=ممر دريك
    Denmark Strait=مضيق الدنمارك;Davis Strait=مضيق ديفيس;Amundsen Sea=بحر أموندسن;Bellingshausen Sea=بحر بيلنغسهاوزن
    Solomon Sea=بحر سليمان;Bismarck Sea=بحر بسمارك;Sulu Sea=بحر سولو;Caspian Sea=بحر قزوين;Lake Superior=بحيرة سوبيريور
    Lake Victoria=بحيرة فيكتوريا;Lake Huron=بحيرة هورون;Lake Michigan=بحيرة ميشيغان;Lake Tanganyika=بحيرة تنجانيقا
    Lake Baikal=بحيرة بايكال;Great Bear Lake=بحيرة الدب الكبرى;Lake Malawi=بحيرة ملاوي;Great Slave Lake=بحيرة العبد الكبرى
    Lake Erie=بحيرة إيري;Lake Winnipeg=بحيرة وينيبيغ;Lake Ontario=بحيرة أونتاريو;Lake Ladoga=بحيرة لادوغا;Lake Balkhash=بحيرة بلخاش
    Lake Onega=بحيرة أونيغا;Lake Titicaca=بحيرة تيتيكاكا;Lake Turkana=بحيرة توركانا;Vänern=بحيرة فانرن
    Lake Nicaragua=بحيرة نيكاراغوا
    """)

  private static let japanese = CityNameTable.table(
    """
    Beaufort Sea=ボーフォート海;Weddell Sea=ウェッデル海;Ross Sea=ロス海;Baffin Bay=バフィン湾;Kara Sea=カラ海;Laptev Sea=ラプテフ海
    East Siberian Sea=東シベリア海;Chukchi Sea=チュクチ海;Greenland Sea=グリーンランド海;Celebes Sea=セレベス海;Banda Sea=バンダ海
    Java Sea=ジャワ海;Timor Sea=ティモール海;Arafura Sea=アラフラ海;Andaman Sea=アンダマン海;Gulf of Aden=アデン湾;Gulf of Oman=オマーン湾
    White Sea=白海;Ligurian Sea=リグリア海;Balearic Sea=バレアレス海;Levantine Sea=レバント海;Alboran Sea=アルボラン海
    Sea of Marmara=マルマラ海;Sea of Azov=アゾフ海;Irish Sea=アイリッシュ海;Skagerrak=スカゲラク海峡;Sargasso Sea=サルガッソ海
    Scotia Sea=スコシア海;Gulf of Saint Lawrence=セントローレンス湾;Gulf of California=カリフォルニア湾;Gulf of Thailand=タイランド湾
    Gulf of Tonkin=トンキン湾;Gulf of Carpentaria=カーペンタリア湾;Great Australian Bight=グレートオーストラリア湾;Bass Strait=バス海峡
    Mozambique Channel=モザンビーク海峡;Drake Passage=ドレーク海峡;Denmark Strait=デンマーク海峡;Davis Strait=デービス海峡
    Amundsen Sea=アムンゼン海;Bellingshausen Sea=ベリングスハウゼン海;Solomon Sea=ソロモン海;Bismarck Sea=ビスマルク海;Sulu Sea=スールー海
    Lake Superior=スペリオル湖;Lake Victoria=ヴィクトリア湖;Lake Huron=ヒューロン湖;Lake Michigan=ミシガン湖
    Lake Tanganyika=タンガニーカ湖;Lake Baikal=バイカル湖;Great Bear Lake=グレートベア湖;Lake Malawi=マラウイ湖
    Great Slave Lake=グレートスレーブ湖;Lake Erie=エリー湖;Lake Winnipeg=ウィニペグ湖;Lake Ontario=オンタリオ湖;Lake Ladoga=ラドガ湖
    Lake Balkhash=バルハシ湖;Lake Onega=オネガ湖;Lake Titicaca=チチカカ湖;Lake Turkana=トゥルカナ湖;Vänern=ヴェーネルン湖
    Lake Nicaragua=ニカラグア湖
    """)

  private static let russian = CityNameTable.table(
    """
    Beaufort Sea=море Бофорта;Weddell Sea=море Уэдделла;Ross Sea=море Росса;Baffin Bay=море Баффина;Kara Sea=Карское море
    Laptev Sea=море Лаптевых;East Siberian Sea=Восточно-Сибирское море;Chukchi Sea=Чукотское море;Greenland Sea=Гренландское море
    Celebes Sea=море Сулавеси;Banda Sea=море Банда;Java Sea=Яванское море;Timor Sea=Тиморское море;Arafura Sea=Арафурское море
    Andaman Sea=Андаманское море;Gulf of Aden=Аденский залив;Gulf of Oman=Оманский залив;White Sea=Белое море
    Ligurian Sea=Лигурийское море;Balearic Sea=Балеарское море;Levantine Sea=море Леванта;Alboran Sea=море Альборан
    Sea of Marmara=Мраморное море;Sea of Azov=Азовское море;Irish Sea=Ирландское море;Skagerrak=Скагеррак
    Sargasso Sea=Саргассово море;Scotia Sea=море Скоша;Gulf of Saint Lawrence=залив Святого Лаврентия
    Gulf of California=Калифорнийский залив;Gulf of Thailand=Сиамский залив;Gulf of Tonkin=Тонкинский залив
    Gulf of Carpentaria=залив Карпентария;Great Australian Bight=Большой Австралийский залив;Bass Strait=пролив Басса
    Mozambique Channel=Мозамбикский пролив;Drake Passage=пролив Дрейка;Denmark Strait=Датский пролив;Davis Strait=пролив Дейвиса
    Amundsen Sea=море Амундсена;Bellingshausen Sea=море Беллинсгаузена;Solomon Sea=Соломоново море;Bismarck Sea=море Бисмарка
    Sulu Sea=море Сулу;Lake Superior=озеро Верхнее;Lake Victoria=Виктория;Lake Huron=Гурон;Lake Michigan=Мичиган
    Lake Tanganyika=Танганьика;Lake Baikal=Байкал;Great Bear Lake=Большое Медвежье озеро;Lake Malawi=Малави
    Great Slave Lake=Большое Невольничье озеро;Lake Erie=Эри;Lake Winnipeg=Виннипег;Lake Ontario=Онтарио;Lake Ladoga=Ладожское озеро
    Lake Balkhash=Балхаш;Lake Onega=Онежское озеро;Lake Titicaca=Титикака;Lake Turkana=Туркана;Vänern=Венерн
    Lake Nicaragua=Никарагуа
    """)

  static let features: [MapFeature] = (oceans + seas + lakes).enumerated().map { index, sea in
    MapFeature(
      layer: "water_name", id: UInt64(index) + 1,
      shape: .point(WorldPoint(LocationCoordinate(latitude: sea.latitude, longitude: sea.longitude))),
      tags: [
        ("class", .string(sea.kind)), ("rank", .int(Int64(sea.rank))), ("name", .string(sea.name)),
        ("name_en", .string(sea.name)),
      ] + otherNames(sea.name),
      zooms: max(sea.rank - 1, 0)...6, order: Double(sea.rank))
  }
}
