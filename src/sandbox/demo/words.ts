/** The texts of the demo agency's ads. Sentences are invented; towns, settlements and streets are real. */
export type Words = readonly [string, ...string[]];

export interface Town {
  /** The city or, outside one, the district, in upper case, as the feed's format has it. */
  grad: string;
  mesto: string;
  ptt: string;
  settlements: readonly [Settlement, ...Settlement[]];
}

interface Settlement {
  name: string;
  streets: Words;
}

export const noviSad: Town = {
  grad: 'NOVI SAD',
  mesto: 'Novi Sad',
  ptt: '21000',
  settlements: [
    { name: 'Liman II', streets: ['Narodnog fronta', 'Fruškogorska', 'Šekspirova'] },
    { name: 'Grbavica', streets: ['Braće Ribnikar', 'Puškinova', 'Danila Kiša'] },
    { name: 'Telep', streets: ['Ćirila i Metodija', 'Heroja Pinkija'] },
    { name: 'Novo naselje', streets: ['Bulevar Jovana Dučića', 'Stevana Hristića'] },
    { name: 'Nova Detelinara', streets: ['Kornelija Stankovića', 'Veselina Masleše'] },
    { name: 'Podbara', streets: ['Kosovska', 'Marka Miljanova'] },
    { name: 'Centar', streets: ['Jevrejska', 'Zmaj Jovina', 'Uspenska'] },
    { name: 'Salajka', streets: ['Temerinska', 'Partizanska'] },
  ],
};

export const smallTowns: readonly [Town, ...Town[]] = [
  {
    grad: 'JUŽNO-BAČKI OKRUG',
    mesto: 'Sremski Karlovci',
    ptt: '21205',
    settlements: [
      { name: 'Centar', streets: ['Mitropolita Stratimirovića', 'Karlovačkog mira'] },
      { name: 'Dudara', streets: ['Branka Radičevića'] },
    ],
  },
  {
    grad: 'JUŽNO-BAČKI OKRUG',
    mesto: 'Beočin',
    ptt: '21300',
    settlements: [
      { name: 'Rakovac', streets: ['Fruškogorska', 'Vojvode Putnika'] },
      { name: 'Čerević', streets: ['Kralja Petra'] },
    ],
  },
  {
    grad: 'SREMSKI OKRUG',
    mesto: 'Inđija',
    ptt: '22320',
    settlements: [
      { name: 'Centar', streets: ['Vojvode Stepe', 'Cara Dušana'] },
      { name: 'Čortanovci', streets: ['Dunavska', 'Kalakačka'] },
    ],
  },
];

export const openings: Words = [
  'U ponudi imamo',
  'Predstavljamo vam',
  'Izdvajamo iz ponude',
  'Novo u ponudi:',
];

export const homeSentences: Words = [
  'Raspored prostorija je funkcionalan, bez gubitka kvadrata.',
  'Dnevna soba izlazi na terasu sa pogledom na zelenilo.',
  'Zgrada je uredna, sa malo stanara i čistim ulazom.',
  'U blizini su škola, vrtić, pijaca i stanica gradskog prevoza.',
  'Kuhinja je odvojena i ima prirodno svetlo.',
  'Podovi su hrastov parket, a kupatilo je obnovljeno pre dve godine.',
];

export const houseSentences: Words = [
  'Kuća je na mirnoj ulici, sa uređenim dvorištem i voćem.',
  'U prizemlju su dnevni boravak, kuhinja i ostava, a na spratu spavaće sobe.',
  'Krov i instalacije su obnovljeni, a temelj je suv.',
  'Na placu su garaža i letnja kuhinja.',
];

export const landSentences: Words = [
  'Plac je ravan i pravilnog oblika, na asfaltiranom putu.',
  'Struja i voda su na granici parcele.',
  'Od glavne ulice je udaljen nekoliko minuta hoda.',
];

export const premisesSentences: Words = [
  'Prostor je otvoren, sa velikim izlogom i dobrom vidljivošću.',
  'Pogodan je za kancelarije, ordinaciju ili predstavništvo.',
  'Ulaz je sa ulice, a iza objekta je mesto za istovar.',
];

export const closings: Words = [
  'Za razgledanje se javite agenciji.',
  'Posete su moguće uz najavu.',
  'Papiri su uredni, dogovor je moguć.',
];

export const flatFeatures: Words = [
  'Lift',
  'Terasa',
  'Klima',
  'Interfon',
  'Podrum',
  'PVC stolarija',
  'Sigurnosna vrata',
  'Dvostrana orijentacija',
  'Odmah useljiv',
  'Kablovska televizija',
  'Internet',
  'Parking',
];
export const houseFeatures: Words = [
  'Garaža',
  'Dvorište',
  'Terasa',
  'Tavan',
  'Kamin',
  'Pomoćni objekti',
  'Klima',
];
export const landFeatures: Words = ['Struja', 'Vodovod', 'Kanalizacija', 'Put'];
export const premisesFeatures: Words = [
  'Izlog',
  'Alarm',
  'Video nadzor',
  'Sanitarni čvor',
  'Klima',
  'Toalet',
];
