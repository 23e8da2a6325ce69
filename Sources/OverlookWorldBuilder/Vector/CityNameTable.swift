/// Names of large cities in languages that no list tells of them: GeoNames' lists do not say in which language a name is, so that those of
/// Bulgaria pass for Russian ones, and letters of China for Japanese ones; from common geographic knowledge.
enum CityNameTable {
  /// The name of a city, known by its English name and its country (ISO 3166-1), in a language; nil where it is not here.
  static func name(of english: String, country: String, in language: String) -> String? {
    tables[language]?["\(country):\(english)"]
  }

  private static let tables = ["ar": table(arabic), "ja": table(japanese), "ru": table(russian)]

  /// Of `English=Name`, with semicolons or ends of lines between.
  static func table(_ list: String) -> [String: String] {
    var table: [String: String] = [:]
    for entry in list.split(whereSeparator: { ";\n".contains($0) }) {
      let parts = entry.split(separator: "=")
      if parts.count == 2 { table[String(parts[0])] = String(parts[1]) }
    }
    return table
  }

  private static let russian = """
    AE:Abu Dhabi=Абу-Даби;AE:Al Ain City=Эль-Айн;AE:Sharjah=Шарджа;AF:Mazār-e Sharīf=Мазари-Шариф;AO:Benguela=Бенгела
    AO:Huambo=Уамбо;AR:Corrientes=Корриентес;AR:Córdoba=Кордова;AR:Mar del Plata=Мар-дель-Плата;AR:Mendoza=Мендоса
    AR:San Miguel de Tucumán=Сан-Мигель-де-Тукуман;AR:Santa Fe=Санта-Фе;AR:Ushuaia=Ушуайя;AU:Cairns=Кэрнс;AU:Canberra=Канберра
    AU:Gold Coast=Голд-Кост;AW:Oranjestad=Ораньестад;BB:Bridgetown=Бриджтаун;BD:Chattogram=Читтагонг;BE:Antwerp=Антверпен
    BE:Liège=Льеж;BI:Gitega=Гитега;BJ:Cotonou=Котону;BM:Hamilton=Гамильтон;BN:Bandar Seri Begawan=Бандар-Сери-Бегаван
    BO:Cochabamba=Кочабамба;BO:Santa Cruz de la Sierra=Санта-Крус;BO:Sucre=Сукре;BR:Aracaju=Аракажу;BR:Belo Horizonte=Белу-Оризонти
    BR:Belém=Белен;BR:Brasília=Бразилиа;BR:Campinas=Кампинас;BR:Cuiabá=Куяба;BR:Curitiba=Куритиба
    BR:Feira de Santana=Фейра-ди-Сантана;BR:Florianópolis=Флорианополис;BR:Fortaleza=Форталеза;BR:Goiânia=Гояния;BR:Joinville=Жоинвили
    BR:João Pessoa=Жуан-Песоа;BR:Londrina=Лондрина;BR:Macapá=Макапа;BR:Maceió=Масейо;BR:Natal=Натал;BR:Porto Alegre=Порту-Алегри
    BR:Recife=Ресифи;BR:Ribeirão Preto=Рибейран-Прету;BR:Rio de Janeiro=Рио-де-Жанейро;BR:Salvador=Салвадор;BR:Sorocaba=Сорокаба
    BR:São José dos Campos=Сан-Жозе-дус-Кампус;BR:São Luís=Сан-Луис;BR:São Paulo=Сан-Паулу;BR:Teresina=Терезина
    BR:Volta Redonda=Волта-Редонда;BS:Nassau=Нассау;BW:Gaborone=Габороне;CA:Calgary=Калгари;CA:Edmonton=Эдмонтон
    CA:Montreal=Монреаль;CA:Ottawa=Оттава;CA:Quebec=Квебек;CA:Victoria=Виктория;CG:Pointe-Noire=Пуэнт-Нуар;CH:Geneva=Женева
    CI:Bouaké=Буаке;CI:Yamoussoukro=Ямусукро;CL:Concepción=Консепсьон;CL:Viña del Mar=Винья-дель-Мар;CM:Yaoundé=Яунде
    CN:Anshan=Аньшань;CN:Baoding=Баодин;CN:Baotou=Баотоу;CN:Beijing=Пекин;CN:Changchun=Чанчунь;CN:Changsha=Чанша
    CN:Changzhou=Чанчжоу;CN:Chengdu=Чэнду;CN:Chongqing=Чунцин;CN:Dalian=Далянь;CN:Daqing=Дацин;CN:Datong=Датун;CN:Dongguan=Дунгуань
    CN:Foshan=Фошань;CN:Fushun=Фушунь;CN:Fuzhou=Фучжоу;CN:Ganzhou=Ганьчжоу;CN:Guangzhou=Гуанчжоу;CN:Guilin=Гуйлинь
    CN:Guiyang=Гуйян;CN:Haikou=Хайкоу;CN:Handan=Ханьдань;CN:Hangzhou=Ханчжоу;CN:Harbin=Харбин;CN:Hefei=Хэфэй;CN:Hohhot=Хух-Хото
    CN:Huai'an=Хуайань;CN:Huainan=Хуайнань;CN:Huizhou=Хойчжоу;CN:Jilin=Гирин;CN:Jinan=Цзинань;CN:Jining=Цзинин;CN:Kaifeng=Кайфын
    CN:Kunming=Куньмин;CN:Kunshan=Куньшань;CN:Lanzhou=Ланьчжоу;CN:Lianyungang=Ляньюньган;CN:Linyi=Линьи;CN:Liuzhou=Лючжоу
    CN:Luoyang=Лоян;CN:Mianyang=Мяньян;CN:Nanchang=Наньчан;CN:Nanjing=Нанкин;CN:Nanning=Наньнин;CN:Nantong=Наньтун
    CN:Nanyang=Наньян;CN:Ningbo=Нинбо;CN:Ordos=Ордос;CN:Qingdao=Циндао;CN:Quanzhou=Цюаньчжоу;CN:Shanghai=Шанхай
    CN:Shantou=Шаньтоу;CN:Shaoxing=Шаосин;CN:Shenyang=Шэньян;CN:Shenzhen=Шэньчжэнь;CN:Shijiazhuang=Шицзячжуан;CN:Suzhou=Сучжоу
    CN:Taiyuan=Тайюань;CN:Tangshan=Таншань;CN:Tai’an=Тайань;CN:Tianjin=Тяньцзинь;CN:Weifang=Вэйфан;CN:Wenzhou=Вэньчжоу
    CN:Wuhan=Ухань;CN:Wuhu=Уху;CN:Wuxi=Уси;CN:Xiamen=Сямынь;CN:Xining=Синин;CN:Xi’an=Сиань;CN:Xuzhou=Сюйчжоу;CN:Yangzhou=Янчжоу
    CN:Yantai=Яньтай;CN:Yichang=Ичан;CN:Yinchuan=Иньчуань;CN:Zhanjiang=Чжаньцзян;CN:Zhengzhou=Чжэнчжоу;CN:Zhongshan=Чжуншань
    CN:Zhuhai=Чжухай;CN:Zibo=Цзыбо;CN:Zunyi=Цзуньи;CN:Ürümqi=Урумчи;CO:Barranquilla=Барранкилья;CO:Bucaramanga=Букараманга
    CO:Cali=Кали;CO:Cartagena=Картахена;CO:Cúcuta=Кукута;CO:Ibagué=Ибаге;CO:Medellín=Медельин;CO:Santa Marta=Санта-Марта
    CR:San José=Сан-Хосе;CU:Santiago de Cuba=Сантьяго-де-Куба;CV:Praia=Прая;DE:Aachen=Ахен;DE:Bielefeld=Билефельд;DE:Bremen=Бремен
    DE:Cologne=Кёльн;DE:Dortmund=Дортмунд;DE:Dresden=Дрезден;DE:Duisburg=Дуйсбург;DE:Düsseldorf=Дюссельдорф;DE:Essen=Эссен
    DE:Frankfurt am Main=Франкфурт-на-Майне;DE:Hamburg=Гамбург;DE:Hannover=Ганновер;DE:Leipzig=Лейпциг;DE:Mannheim=Мангейм
    DE:Munich=Мюнхен;DE:Nuremberg=Нюрнберг;DE:Saarbrücken=Саарбрюккен;DE:Stuttgart=Штутгарт;DE:Bochum=Бохум;DE:Bonn=Бонн
    DE:Karlsruhe=Карлсруэ;DE:Magdeburg=Магдебург;DE:Kiel=Киль;DE:Lübeck=Любек;DE:Rostock=Росток;DE:Erfurt=Эрфурт;DE:Kassel=Кассель
    DE:Freiburg=Фрайбург;DE:Halle=Галле;DE:Chemnitz=Хемниц;DE:Augsburg=Аугсбург;DE:Wiesbaden=Висбаден;DE:Münster=Мюнстер
    DO:Santiago de los Caballeros=Сантьяго;DZ:Annaba=Аннаба;DZ:Constantine=Константина;EC:Cuenca=Куэнка;EC:Quito=Кито
    EG:Al Fayyum=Эль-Файюм;EG:Al Mansurah=Эль-Мансура;EG:Alexandria=Александрия;EG:Assiut=Асьют;EG:Aswān=Асуан;EG:Giza=Гиза
    EG:Luxor=Луксор;EG:Suez=Суэц;EH:Laayoune=Эль-Аюн;ES:Alicante=Аликанте;ES:Barcelona=Барселона;ES:Bilbao=Бильбао;ES:Gijón=Хихон
    ES:Granada=Гранада;ES:Jerez=Херес;ES:Las Palmas de Gran Canaria=Лас-Пальмас;ES:Murcia=Мурсия;ES:Málaga=Малага;ES:Palma=Пальма
    ES:Seville=Севилья;ES:Valencia=Валенсия;ES:Valladolid=Вальядолид;ES:Vigo=Виго;ES:Zaragoza=Сарагоса;ES:Córdoba=Кордова
    FR:Bordeaux=Бордо;FR:Dijon=Дижон;FR:Grenoble=Гренобль;FR:Le Havre=Гавр;FR:Lille=Лилль;FR:Lyon=Лион;FR:Marseille=Марсель
    FR:Montpellier=Монпелье;FR:Nantes=Нант;FR:Nice=Ницца;FR:Reims=Реймс;FR:Rennes=Ренн;FR:Rouen=Руан;FR:Strasbourg=Страсбург
    FR:Toulon=Тулон;FR:Toulouse=Тулуза;GB:Birmingham=Бирмингем;GB:Brighton=Брайтон;GB:Bristol=Бристоль;GB:Cardiff=Кардифф
    GB:Edinburgh=Эдинбург;GB:Glasgow=Глазго;GB:Leeds=Лидс;GB:Liverpool=Ливерпуль;GB:Newcastle upon Tyne=Ньюкасл;GB:Nottingham=Ноттингем
    GB:Sheffield=Шеффилд;GB:Southampton=Саутгемптон;GB:Leicester=Лестер;GB:Plymouth=Плимут;GB:Aberdeen=Абердин;GB:Hull=Халл
    GM:Serekunda=Серекунда;GR:Thessaloniki=Салоники;GT:Guatemala City=Гватемала;GY:Georgetown=Джорджтаун;HN:San Pedro Sula=Сан-Педро-Сула
    ID:Bandung=Бандунг;ID:Makassar=Макасар;ID:Palembang=Палембанг;ID:Semarang=Семаранг;ID:Surabaya=Сурабая;ID:Denpasar=Денпасар
    IL:Tel Aviv=Тель-Авив;IN:Ahmedabad=Ахмадабад;IN:Bengaluru=Бангалор;IN:Bhubaneswar=Бхубанешвар;IN:Chennai=Ченнаи
    IN:Coimbatore=Коимбатур;IN:Delhi=Дели;IN:Hyderabad=Хайдарабад;IN:Indore=Индаур;IN:Jaipur=Джайпур;IN:Jamshedpur=Джамшедпур
    IN:Kochi=Кочи;IN:Kolkata=Калькутта;IN:Kozhikode=Кожикоде;IN:Lucknow=Лакхнау;IN:Ludhiana=Лудхияна;IN:Mumbai=Мумбаи
    IN:Puducherry=Пондишери;IN:Pune=Пуна;IN:Rājkot=Раджкот;IN:Thiruvananthapuram=Тируванантапурам
    IN:Tiruchirappalli=Тируччираппалли;IN:Vijayawada=Виджаявада;IQ:Basrah=Басра;IQ:Dihok=Дахук;IQ:Erbil=Эрбиль;IQ:Karbala=Кербела
    IQ:Mosul=Мосул;IQ:Najaf=Эн-Наджаф;IQ:Sulaymaniyah=Сулеймания;IR:Ahvaz=Ахваз;IR:Karaj=Кередж;IR:Mashhad=Мешхед;IR:Qazvin=Казвин
    IR:Qom=Кум;IR:Rasht=Решт;IR:Tabriz=Тебриз;IS:Reykjavík=Рейкьявик;IT:Bologna=Болонья;IT:Catania=Катания;IT:Florence=Флоренция
    IT:Genoa=Генуя;IT:Naples=Неаполь;IT:Venice=Венеция;IT:Verona=Верона;IT:Messina=Мессина;IT:Trieste=Триест;IT:Cagliari=Кальяри
    IT:Padua=Падуя;JO:Zarqa=Эз-Зарка;JP:Chiba=Тиба;JP:Fukui=Фукуи;JP:Hiroshima=Хиросима;JP:Kanazawa=Канадзава;JP:Kitakyushu=Китакюсю
    JP:Kobe=Кобе;JP:Matsue=Мацуэ;JP:Matsuyama=Мацуяма;JP:Nagasaki=Нагасаки;JP:Nagoya=Нагоя;JP:Niigata=Ниигата;JP:Okayama=Окаяма
    JP:Osaka=Осака;JP:Sapporo=Саппоро;JP:Sendai=Сендай;JP:Shizuoka=Сидзуока;JP:Yokohama=Иокогама;KE:Mombasa=Момбаса
    KP:Hamhŭng=Хамхын;KR:Busan=Пусан;KR:Changwon=Чханвон;KR:Cheongju=Чхонджу;KR:Daegu=Тэгу;KR:Daejeon=Тэджон;KR:Gwangju=Кванджу
    KR:Incheon=Инчхон;KR:Jeju City=Чеджу;KR:Jeonju=Чонджу;KR:Suwon=Сувон;KR:Ulsan=Ульсан;KW:Kuwait City=Эль-Кувейт
    KZ:Karagandy=Караганда;KZ:Shymkent=Шымкент;LC:Castries=Кастри;LY:Benghazi=Бенгази;MA:Marrakesh=Марракеш;MA:Tangier=Танжер
    MC:Monaco=Монако;MD:Chisinau=Кишинёв;MM:Mawlamyine=Моламьяйн;MM:Naypyidaw=Нейпьидо;MO:Macau=Макао;MU:Port Louis=Порт-Луи
    MT:Valletta=Валлетта;MW:Lilongwe=Лилонгве;MX:Acapulco de Juárez=Акапулько;MX:Aguascalientes=Агуаскальентес;MX:Culiacán=Кульякан
    MX:Guadalajara=Гвадалахара;MX:León=Леон;MX:Mexicali=Мехикали;MX:Saltillo=Сальтильо;MX:San Luis Potosí=Сан-Луис-Потоси
    MX:Santiago de Querétaro=Керетаро;MX:Tampico=Тампико;MX:Torreón=Торреон;MX:Tuxtla=Тустла;MX:Veracruz=Веракрус
    MY:Ipoh=Ипох;MY:Johor Bahru=Джохор-Бару;NC:Nouméa=Нумеа;NG:Abuja=Абуджа;NG:Port Harcourt=Порт-Харкорт;NL:Eindhoven=Эйндховен
    NL:Rotterdam=Роттердам;NL:The Hague=Гаага;NL:Utrecht=Утрехт;NO:Tromsø=Тромсё;NO:Trondheim=Тронхейм;NZ:Christchurch=Крайстчерч
    NZ:Wellington=Веллингтон;PA:Panama City=Панама;PE:Arequipa=Арекипа;PE:Chiclayo=Чиклайо;PE:Cusco=Куско;PE:Trujillo=Трухильо
    PH:Cebu City=Себу;PK:Faisalabad=Фейсалабад;PK:Gujranwala=Гуджранвала;PK:Hyderabad=Хайдарабад;PK:Lahore=Лахор;PK:Multan=Мултан
    PK:Peshawar=Пешавар;PK:Quetta=Кветта;PK:Rawalpindi=Равалпинди;PL:Gdańsk=Гданьск;PL:Katowice=Катовице;PL:Kraków=Краков
    PL:Lublin=Люблин;PL:Poznań=Познань;PL:Szczecin=Щецин;PL:Wrocław=Вроцлав;PL:Łódź=Лодзь;PL:Bydgoszcz=Быдгощ;PL:Białystok=Белосток
    PR:San Juan=Сан-Хуан;PT:Porto=Порту;RE:Saint-Denis=Сен-Дени;RO:Cluj-Napoca=Клуж-Напока;RO:Constanţa=Констанца;RO:Iaşi=Яссы
    RO:Timişoara=Тимишоара;RU:Astrakhan=Астрахань;RU:Belgorod=Белгород;RU:Bryansk=Брянск;RU:Cheboksary=Чебоксары
    RU:Chelyabinsk=Челябинск;RU:Grozny=Грозный;RU:Groznyy=Грозный;RU:Ivanovo=Иваново;RU:Kazan=Казань;RU:Khabarovsk=Хабаровск
    RU:Kurgan=Курган;RU:Naberezhnye Chelny=Набережные Челны;RU:Nizhny Novgorod=Нижний Новгород;RU:Nizhniy Tagil=Нижний Тагил
    RU:Norilsk=Норильск;RU:Oryol=Орёл;RU:Perm=Пермь;RU:Rostov-on-Don=Ростов-на-Дону;RU:Ryazan=Рязань;RU:Tolyatti=Тольятти
    RU:Tver=Тверь;RU:Tyumen=Тюмень;RU:Yaroslavl=Ярославль;RU:Stavropol=Ставрополь;RU:Sevastopol=Севастополь;RU:Simferopol=Симферополь
    RU:Komsomolsk-on-Amur=Комсомольск-на-Амуре;SA:Buraydah=Бурайда;SA:Dammam=Эд-Даммам;SA:Jeddah=Джидда;SA:Mecca=Мекка
    SA:Medina=Медина;SA:Ta’if=Эт-Таиф;SA:Al Hufūf=Эль-Хуфуф;SE:Gothenburg=Гётеборг;SE:Malmö=Мальмё;SE:Uppsala=Уппсала
    SV:San Salvador=Сан-Сальвадор;SY:Aleppo=Халеб;TD:N'Djamena=Нджамена;TN:Sfax=Сфакс;TN:Sousse=Сус;TR:Antalya=Анталья
    TR:Diyarbakır=Диярбакыр;TR:Erzurum=Эрзурум;TR:Eskişehir=Эскишехир;TR:Konya=Конья;TR:Malatya=Малатья;TR:Mersin=Мерсин
    TW:Hsinchu=Синьчжу;TW:Kaohsiung=Гаосюн;TW:Taichung=Тайчжун;TW:Tainan=Тайнань;TZ:Mwanza=Мванза;UA:Chernihiv=Чернигов
    UA:Dnipro=Днепр;UA:Kharkiv=Харьков;UA:Kherson=Херсон;UA:Kremenchuk=Кременчуг;UA:Kryvyi Rih=Кривой Рог;UA:Luhansk=Луганск
    UA:Lviv=Львов;UA:Mariupol=Мариуполь;UA:Mykolaiv=Николаев;UA:Odesa=Одесса;UA:Poltava=Полтава;UA:Vinnytsia=Винница
    UA:Zaporizhzhya=Запорожье;US:Albuquerque=Альбукерке;US:Austin=Остин;US:Baltimore=Балтимор;US:Boise=Бойсе;US:Buffalo=Буффало
    US:Charlotte=Шарлотт;US:Cleveland=Кливленд;US:Columbus=Колумбус;US:Dallas=Даллас;US:El Paso=Эль-Пасо;US:Fairbanks=Фэрбанкс
    US:Fort Worth=Форт-Уэрт;US:Fresno=Фресно;US:Houston=Хьюстон;US:Indianapolis=Индианаполис;US:Jacksonville=Джексонвилл
    US:Kansas City=Канзас-Сити;US:Las Vegas=Лас-Вегас;US:Louisville=Луисвилл;US:Memphis=Мемфис;US:Miami=Майами;US:Milwaukee=Милуоки
    US:Minneapolis=Миннеаполис;US:Nashville=Нашвилл;US:New Orleans=Новый Орлеан;US:Oklahoma City=Оклахома-Сити
    US:Philadelphia=Филадельфия;US:Phoenix=Финикс;US:Pittsburgh=Питтсбург;US:Portland=Портленд;US:Raleigh=Роли
    US:Sacramento=Сакраменто;US:Salt Lake City=Солт-Лейк-Сити;US:San Antonio=Сан-Антонио;US:San Diego=Сан-Диего
    US:San Francisco=Сан-Франциско;US:San Jose=Сан-Хосе;US:Seattle=Сиэтл;US:St. Louis=Сент-Луис;US:Tucson=Тусон;US:Tulsa=Талса
    US:Virginia Beach=Вирджиния-Бич;US:Washington=Вашингтон;UZ:Andijon=Андижан;VA:Vatican City=Ватикан;VE:Barcelona=Барселона
    VE:Barquisimeto=Баркисимето;VE:Ciudad Guayana=Сьюдад-Гуаяна;VE:Maracaibo=Маракайбо;VE:San Cristóbal=Сан-Кристобаль
    VE:Valencia=Валенсия;VN:Cần Thơ=Кантхо;VN:Haiphong=Хайфон;VN:Huế=Хюэ;VN:Nha Trang=Нячанг;VN:Biên Hòa=Бьенхоа;VN:Vinh=Винь
    YE:Al Ḩudaydah=Ходейда;ZA:Benoni=Бенони;ZA:Cape Town=Кейптаун;ZA:East London=Ист-Лондон;ZA:Gqeberha=Порт-Элизабет
    ZA:Pietermaritzburg=Питермарицбург;ZM:Kitwe=Китве;ZW:Bulawayo=Булавайо
    """

  private static let japanese = """
    CN:Anshan=鞍山;CN:Baoding=保定;CN:Baoji=宝鶏;CN:Baotou=包頭;CN:Beijing=北京;CN:Changchun=長春;CN:Changde=常徳;CN:Changsha=長沙
    CN:Changzhi=長治;CN:Changzhou=常州;CN:Chengdu=成都;CN:Chongqing=重慶;CN:Dalian=大連;CN:Daqing=大慶;CN:Datong=大同;CN:Dongguan=東莞
    CN:Foshan=仏山;CN:Fushun=撫順;CN:Fuyang=阜陽;CN:Fuzhou=福州;CN:Ganzhou=贛州;CN:Guangzhou=広州;CN:Guilin=桂林;CN:Guiyang=貴陽
    CN:Haikou=海口;CN:Handan=邯鄲;CN:Hangzhou=杭州;CN:Harbin=ハルビン;CN:Hefei=合肥;CN:Hohhot=フフホト;CN:Huai'an=淮安
    CN:Huainan=淮南;CN:Huangshi=黄石;CN:Huizhou=恵州;CN:Jiangmen=江門;CN:Jilin=吉林;CN:Jinan=済南;CN:Jinhua=金華;CN:Jining=済寧
    CN:Kaifeng=開封;CN:Kunming=昆明;CN:Kunshan=崑山;CN:Lanzhou=蘭州;CN:Lianyungang=連雲港;CN:Linyi=臨沂;CN:Liuzhou=柳州
    CN:Luoyang=洛陽;CN:Luzhou=瀘州;CN:Mianyang=綿陽;CN:Nanchang=南昌;CN:Nanchong=南充;CN:Nanjing=南京;CN:Nanning=南寧
    CN:Nantong=南通;CN:Nanyang=南陽;CN:Ningbo=寧波;CN:Ordos=オルドス;CN:Putian=莆田;CN:Qingdao=青島;CN:Quanzhou=泉州
    CN:Shanghai=上海;CN:Shantou=汕頭;CN:Shaoxing=紹興;CN:Shenyang=瀋陽;CN:Shenzhen=深圳;CN:Shijiazhuang=石家荘;CN:Suzhou=蘇州
    CN:Taiyuan=太原;CN:Tai’an=泰安;CN:Tangshan=唐山;CN:Tianjin=天津;CN:Weifang=濰坊;CN:Wenzhou=温州;CN:Wuhan=武漢;CN:Wuhu=蕪湖
    CN:Wuxi=無錫;CN:Xiamen=厦門;CN:Xiangyang=襄陽;CN:Xining=西寧;CN:Xi’an=西安;CN:Xuzhou=徐州;CN:Yancheng=塩城;CN:Yangzhou=揚州
    CN:Yantai=煙台;CN:Yichang=宜昌;CN:Yinchuan=銀川;CN:Yiwu=義烏;CN:Zhanjiang=湛江;CN:Zhengzhou=鄭州;CN:Zhongshan=中山
    CN:Zhuhai=珠海;CN:Zibo=淄博;CN:Zigong=自貢;CN:Zunyi=遵義;CN:Ürümqi=ウルムチ;EG:Al Mansurah=マンスーラ;EG:Assiut=アシュート
    IQ:Erbil=アルビール;IT:Naples=ナポリ;JP:Chiba=千葉;JP:Kitakyushu=北九州;JP:Kyoto=京都;KP:Hamhŭng=咸興;KR:Busan=釜山
    KR:Changwon=昌原;KR:Cheonan=天安;KR:Cheongju=清州;KR:Daegu=大邱;KR:Daejeon=大田;KR:Gwangju=光州;KR:Hwaseong=華城
    KR:Incheon=仁川;KR:Jeju City=済州;KR:Jeonju=全州;KR:Pohang=浦項;KR:Seongnam=城南;KR:Suwon=水原;KR:Ulsan=蔚山;KR:Yongin=龍仁
    KW:Kuwait City=クウェート;MM:Naypyidaw=ネピドー;PH:Cebu City=セブ;TW:Hsinchu=新竹;TW:Kaohsiung=高雄;TW:Taichung=台中
    TW:Tainan=台南;US:Washington=ワシントン;VA:Vatican City=バチカン
    """

  private static let arabic = """
    AU:Brisbane=بريزبان;AU:Perth=بيرث;CA:Quebec=كيبك;CL:Concepción=كونسبسيون;CN:Beijing=بكين;CN:Fuzhou=فوتشو;CN:Guangzhou=غوانزو
    CN:Lanzhou=لانتشو;CN:Suzhou=سوتشو;CN:Yinchuan=ينتشوان;CO:Cartagena=كارتاخينا;CR:San José=سان خوسيه;AL:Tirana=تيرانا
    AR:Ushuaia=أوشوايا;AU:Gold Coast=غولد كوست;CD:Lubumbashi=لوبومباشي;EC:Cuenca=كوينكا;EC:Quito=كيتو;ES:Málaga=مالقة;ES:Palma=بالما
    ES:Zaragoza=سرقسطة;FI:Oulu=أولو;GL:Nuuk=نوك;GT:Guatemala City=غواتيمالا;IN:Agra=أغرا;IN:Chandigarh=شانديغار
    IN:Hyderabad=حيدر آباد;IN:Kanpur=كانبور;IN:Kochi=كوتشي;IN:Surat=سورت;IN:Nashik=ناشيك;IQ:Basrah=البصرة;IQ:Mosul=الموصل
    JP:Kanazawa=كانازاوا;JP:Kumamoto=كوماموتو;JP:Nagano=ناغانو;JP:Naha=ناها;JP:Niigata=نيغاتا;JP:Okayama=أوكاياما;JP:Sendai=سنداي
    KW:Kuwait City=الكويت;KZ:Astana=أستانا;MA:Rabat=الرباط;MM:Naypyidaw=نايبيداو;MM:Yangon=يانغون;MN:Ulaanbaatar=أولان باتور
    MV:Male=ماليه;MX:León=ليون;NC:Nouméa=نوميا;NR:Yaren=يارين;PA:Panama City=بنما;PE:Trujillo=تروخيو;PH:Cebu City=سيبو
    RE:Saint-Denis=سان دوني;RU:Irkutsk=إركوتسك;RU:Rostov-on-Don=روستوف على الدون;RU:Samara=سامارا;RU:Sochi=سوتشي
    RU:Vladivostok=فلاديفوستوك;RU:Voronezh=فورونيج;RU:Yakutsk=ياكوتسك;RU:Yekaterinburg=يكاترينبورغ;SA:Dammam=الدمام
    SA:Mecca=مكة المكرمة;SO:Mogadishu=مقديشو;TR:Adana=أضنة;TR:Mersin=مرسين;TW:Taichung=تايتشونغ;US:Anchorage=أنكوريج;US:Boise=بويسي
    US:Dallas=دالاس;US:Portland=بورتلاند;US:San Jose=سان خوسيه;US:Tulsa=تولسا;US:Washington=واشنطن;VA:Vatican City=الفاتيكان
    VN:Ho Chi Minh City=هو تشي منه
    """
}
