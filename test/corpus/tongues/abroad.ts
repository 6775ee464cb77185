import type { Tongue, Town } from './tongue.js';

const town = (
  name: string,
  within: string,
  portal: string,
  lat: number,
  lng: number,
  ...quarters: string[]
): Town => ({ ...{ name, within, portal, lat, lng, quarters } });

export const portuguese: Tongue = {
  towns: [
    town('Lagos', 'Faro', 'Beograd', 37.1, -8.67, 'Meia Praia', 'Porto de Mós'),
    town('Setúbal', 'Setúbal', 'Novi Sad', 38.52, -8.89, 'Bonfim', 'Azeda'),
    town('Braga', 'Braga', 'Niš', 41.55, -8.42, 'Maximinos', 'Lamaçães'),
    town('Évora', 'Évora', 'Čačak', 38.57, -7.91, 'Malagueira', 'Bacelo'),
  ],
  streets: ['Rua das Flores', 'Avenida da Liberdade', 'Rua Direita', 'Travessa do Forno'],
  kinds: { apartment: 'Apartamento', house: 'Moradia', plot: 'Terreno', shop: 'Loja', garage: 'Garagem' },
  offers: { sale: 'Venda', rent: 'Arrendamento' },
  states: ['Disponível', 'Vendido'],
  flags: ['Sim', 'Não'],
  heatings: { central: 'Aquecimento central', own: 'Caldeira', gas: 'Gás', electric: 'Elétrico' },
  owners: ['Imobiliária', 'Particular'],
  month: 'por mês',
  note: 'Chaves no escritório, ligar ao proprietário na véspera.',
  titles: {
    apartment: ['Apartamento com varanda em {quarter}', 'Apartamento renovado com garagem, {quarter}'],
    house: ['Moradia com jardim em {quarter}', 'Moradia de {area} m2, terreno de {plot} m2, {quarter}'],
    plot: ['Terreno para construção em {quarter}'],
    shop: ['Loja em rua movimentada, {quarter}'],
    garage: ['Garagem fechada em {quarter}'],
  },
  prose: {
    apartment: [
      'O apartamento fica numa zona tranquila, a poucos minutos da escola e do comércio. A sala está virada a sul e tem varanda.',
    ],
    house: ['A moradia tem dois pisos e um jardim murado. Água, luz e esgotos estão ligados.'],
    plot: ['O terreno é plano e tem acesso por estrada asfaltada. Há eletricidade e água no local.'],
    shop: ['A loja tem montra para a rua e ar condicionado. Serve para comércio, consultório ou escritório.'],
    garage: ['A garagem fica na cave do edifício e tem portão elétrico. O acesso é fácil.'],
  },
  closing: ['Contacte-nos para marcar uma visita.'],
};

export const greek: Tongue = {
  towns: [
    town('Χανιά', 'Κρήτη', 'Beograd', 35.51, 24.02, 'Νέα Χώρα', 'Χαλέπα'),
    town('Βόλος', 'Μαγνησία', 'Novi Sad', 39.36, 22.94, 'Νέα Ιωνία', 'Άναυρος'),
    town('Καβάλα', 'Μακεδονία', 'Niš', 40.94, 24.41, 'Παναγία', 'Περιγιάλι'),
    town('Ρόδος', 'Δωδεκάνησα', 'Subotica', 36.43, 28.22, 'Νιοχώρι', 'Ανάληψη'),
  ],
  streets: ['Ελευθερίου Βενιζέλου', 'Ερμού', 'Αγίου Νικολάου', '25ης Μαρτίου'],
  kinds: {
    ...{ apartment: 'Διαμέρισμα', house: 'Μονοκατοικία', plot: 'Οικόπεδο' },
    ...{ shop: 'Κατάστημα', garage: 'Γκαράζ' },
  },
  offers: { sale: 'Πώληση', rent: 'Ενοικίαση' },
  states: ['Διαθέσιμο', 'Πωλήθηκε'],
  flags: ['Ναι', 'Όχι'],
  heatings: { central: 'Κεντρική', own: 'Αυτόνομη', gas: 'Φυσικό αέριο', electric: 'Ηλεκτρική' },
  owners: ['Μεσίτης', 'Ιδιώτης'],
  month: 'τον μήνα',
  note: 'Τα κλειδιά στο γραφείο, τηλέφωνο στον ιδιοκτήτη μία μέρα πριν.',
  titles: {
    apartment: ['Φωτεινό διαμέρισμα, {quarter}', 'Ανακαινισμένο διαμέρισμα με γκαράζ, {quarter}'],
    house: ['Μονοκατοικία με κήπο, {quarter}', 'Μονοκατοικία {area} τ.μ. σε οικόπεδο {plot} τ.μ., {quarter}'],
    plot: ['Οικόπεδο εντός σχεδίου, {quarter}'],
    shop: ['Κατάστημα σε κεντρικό δρόμο, {quarter}'],
    garage: ['Κλειστό γκαράζ, {quarter}'],
  },
  prose: {
    apartment: [
      'Το διαμέρισμα βρίσκεται σε ήσυχη γειτονιά, λίγα λεπτά από το σχολείο και τα μαγαζιά. Το σαλόνι βλέπει νότια και έχει μπαλκόνι.',
    ],
    house: ['Η κατοικία έχει δύο ορόφους και περιφραγμένο κήπο. Υπάρχουν όλες οι συνδέσεις.'],
    plot: ['Το οικόπεδο είναι επίπεδο, με πρόσβαση από άσφαλτο. Υπάρχει ρεύμα και νερό.'],
    shop: ['Το κατάστημα έχει βιτρίνα στον δρόμο και κλιματισμό. Κατάλληλο για εμπόριο ή ιατρείο.'],
    garage: ['Το γκαράζ βρίσκεται στο υπόγειο και έχει ηλεκτρική πόρτα. Η πρόσβαση είναι εύκολη.'],
  },
  closing: ['Καλέστε μας για να το δείτε.'],
};

export const dutch: Tongue = {
  towns: [
    town('Zwolle', 'Overijssel', 'Beograd', 52.51, 6.09, 'Assendorp', 'Stadshagen'),
    town('Breda', 'Noord-Brabant', 'Novi Sad', 51.59, 4.78, 'Ginneken', 'Haagse Beemden'),
    town('Assen', 'Drenthe', 'Niš', 52.99, 6.56, 'Kloosterveen', 'Pittelo'),
    town('Goes', 'Zeeland', 'Kragujevac', 51.5, 3.89, 'Noordhoek', 'Ouverture'),
  ],
  streets: ['Kerkstraat', 'Stationsweg', 'Molenlaan', 'Dorpsstraat', 'Lindelaan'],
  kinds: {
    ...{ apartment: 'Appartement', house: 'Woonhuis', plot: 'Bouwgrond' },
    ...{ shop: 'Winkelruimte', garage: 'Garagebox' },
  },
  offers: { sale: 'Koop', rent: 'Huur' },
  states: ['Beschikbaar', 'Verkocht'],
  flags: ['ja', 'nee'],
  heatings: { central: 'Stadsverwarming', own: 'Cv-ketel', gas: 'Gas', electric: 'Elektrisch' },
  owners: ['Makelaar', 'Particulier'],
  month: 'per maand',
  note: 'Sleutels op kantoor, eigenaar een dag van tevoren bellen.',
  titles: {
    apartment: ['Licht appartement in {quarter}', 'Gerenoveerd appartement met garage, {quarter}'],
    house: ['Woonhuis met tuin in {quarter}', 'Woonhuis van {area} m² op {plot} m² grond, {quarter}'],
    plot: ['Bouwgrond in {quarter}'],
    shop: ['Winkelruimte op de begane grond, {quarter}'],
    garage: ['Garagebox in {quarter}'],
  },
  prose: {
    apartment: [
      'Het appartement ligt in een rustige buurt, op enkele minuten van school en winkels. De woonkamer ligt op het zuiden en heeft een balkon.',
    ],
    house: ['De woning is degelijk gebouwd, heeft twee verdiepingen en een omheinde tuin.'],
    plot: ['De grond is vlak en bereikbaar over een verharde weg. Water en stroom zijn aanwezig.'],
    shop: ['De ruimte heeft een etalage aan de straat en airconditioning. Geschikt als winkel of praktijk.'],
    garage: ['De garagebox ligt onder het gebouw en heeft een elektrische deur.'],
  },
  closing: ['Bel ons kantoor voor een bezichtiging.'],
};

export const russian: Tongue = {
  towns: [
    town('Юрмала', 'Рижский район', 'Beograd', 56.97, 23.77, 'Майори', 'Дубулты'),
    town('Нарва', 'Ида-Вирумаа', 'Novi Sad', 59.38, 28.19, 'Пяхклимяэ', 'Кренгольм'),
    town('Даугавпилс', 'Латгалия', 'Niš', 55.87, 26.54, 'Химия', 'Гайок'),
  ],
  streets: ['улица Садовая', 'Школьная улица', 'проспект Мира', 'Парковая улица'],
  kinds: {
    ...{ apartment: 'Квартира', house: 'Дом', plot: 'Участок' },
    ...{ shop: 'Магазин', garage: 'Гараж' },
  },
  offers: { sale: 'Продажа', rent: 'Аренда' },
  states: ['В продаже', 'Продано'],
  flags: ['да', 'нет'],
  heatings: { central: 'Центральное', own: 'Автономное', gas: 'Газовое', electric: 'Электрическое' },
  owners: ['Агентство', 'Собственник'],
  month: 'в месяц',
  note: 'Ключи в офисе, собственнику звонить накануне.',
  titles: {
    apartment: ['Светлая квартира, {quarter}', 'Квартира после ремонта, гараж в подарок, {quarter}'],
    house: ['Дом с садом, {quarter}', 'Дом на участке, {quarter}'],
    plot: ['Участок под строительство, {quarter}'],
    shop: ['Магазин на оживлённой улице, {quarter}'],
    garage: ['Гараж в кооперативе, {quarter}'],
  },
  prose: {
    apartment: [
      'Квартира находится в тихом районе, рядом школа и магазины. Окна гостиной выходят на юг, есть балкон.',
    ],
    house: ['Дом построен из хороших материалов, два этажа, сад огорожен. Все коммуникации подключены.'],
    plot: ['Участок ровный, подъезд по асфальту. Электричество и вода на участке.'],
    shop: ['Помещение с витриной на улицу и кондиционером. Подойдёт под магазин или кабинет.'],
    garage: ['Гараж с электрическими воротами, подъезд удобный.'],
  },
  closing: ['Звоните, чтобы договориться о просмотре.'],
};

export const arabic: Tongue = {
  towns: [
    town('الغردقة', 'البحر الأحمر', 'Beograd', 27.26, 33.81, 'السقالة', 'الكوثر'),
    town('سوسة', 'الساحل', 'Novi Sad', 35.83, 10.64, 'القنطاوي', 'خزامة'),
    town('أكادير', 'سوس', 'Niš', 30.42, -9.6, 'تالبرجت', 'الهدى'),
  ],
  streets: ['شارع النصر', 'شارع الحرية', 'شارع المدارس', 'شارع البحر'],
  kinds: { apartment: 'شقة', house: 'منزل', plot: 'أرض', shop: 'محل', garage: 'كراج' },
  offers: { sale: 'للبيع', rent: 'للإيجار' },
  states: ['متاح', 'مباع'],
  flags: ['نعم', 'لا'],
  heatings: { central: 'مركزي', own: 'مستقل', gas: 'غاز', electric: 'كهرباء' },
  owners: ['مكتب', 'مالك'],
  month: 'شهريا',
  note: 'المفاتيح في المكتب، الاتصال بالمالك قبل يوم.',
  titles: {
    apartment: ['شقة مشرقة في {quarter}', 'شقة مجددة مع كراج في {quarter}'],
    house: ['منزل مع حديقة في {quarter}'],
    plot: ['أرض للبناء في {quarter}'],
    shop: ['محل في شارع تجاري، {quarter}'],
    garage: ['كراج مغلق في {quarter}'],
  },
  prose: {
    apartment: [
      'تقع الشقة في حي هادئ على بعد دقائق من المدرسة والمحلات. غرفة المعيشة تطل على الجنوب ولها شرفة.',
    ],
    house: ['المنزل من طابقين وله حديقة مسورة، وجميع المرافق موصولة بالشبكة العامة.'],
    plot: ['الأرض مستوية ولها مدخل من طريق معبد. الكهرباء والماء متوفران في الموقع.'],
    shop: ['للمحل واجهة على الشارع وتكييف هواء. يصلح للتجارة أو عيادة أو مكتب.'],
    garage: ['يقع الكراج في قبو المبنى وله باب كهربائي، والدخول إليه سهل.'],
  },
  closing: ['اتصلوا بنا لتحديد موعد للزيارة.'],
};

export const czech: Tongue = {
  towns: [
    town('Olomouc', 'Olomoucký kraj', 'Beograd', 49.59, 17.25, 'Nová Ulice', 'Neředín'),
    town('Písek', 'Jihočeský kraj', 'Novi Sad', 49.31, 14.15, 'Hradiště', 'Portyč'),
    town('Zlín', 'Zlínský kraj', 'Niš', 49.22, 17.67, 'Jižní Svahy', 'Prštné'),
  ],
  streets: ['Husova', 'Nádražní', 'Komenského', 'Na Vyhlídce'],
  kinds: { apartment: 'Byt', house: 'Dům', plot: 'Pozemek', shop: 'Obchodní prostor', garage: 'Garáž' },
  offers: { sale: 'Prodej', rent: 'Pronájem' },
  states: ['Aktivní', 'Prodáno'],
  flags: ['ano', 'ne'],
  heatings: { central: 'Dálkové', own: 'Vlastní kotel', gas: 'Plynové', electric: 'Elektrické' },
  owners: ['Kancelář', 'Majitel'],
  month: 'měsíčně',
  note: 'Klíče v kanceláři, majiteli volat den předem.',
  titles: {
    apartment: ['Světlý byt, {quarter}', 'Byt po rekonstrukci s garáží, {quarter}'],
    house: ['Rodinný dům se zahradou, {quarter}'],
    plot: ['Stavební pozemek, {quarter}'],
    shop: ['Obchodní prostor v přízemí, {quarter}'],
    garage: ['Garáž v podzemí, {quarter}'],
  },
  prose: {
    apartment: [
      'Byt je v klidné části města, pár minut od školy a obchodů. Obývací pokoj je orientován na jih a má balkon.',
    ],
    house: ['Dům je z kvalitních materiálů, má dvě podlaží a oplocenou zahradu. Přípojky jsou hotové.'],
    plot: ['Pozemek je rovný, s příjezdem po asfaltové cestě. Elektřina a voda jsou na pozemku.'],
    shop: ['Prostor má výlohu do ulice a klimatizaci. Hodí se pro obchod nebo ordinaci.'],
    garage: ['Garáž je v suterénu domu a má vrata na dálkové ovládání.'],
  },
  closing: ['Pro prohlídku volejte naši kancelář.'],
};
