import type { Tongue, Town } from './tongue.js';

const belgrade = (within: string, lat: number, lng: number, ...quarters: string[]): Town => ({
  name: 'Beograd',
  portal: 'Beograd',
  ...{ within, quarters, lat, lng },
});

const towns: readonly Town[] = [
  belgrade('Vračar', 44.8, 20.476, 'Crveni krst', 'Kalenić pijaca', 'Čubura'),
  belgrade('Zvezdara', 44.793, 20.51, 'Đeram', 'Mirijevo', 'Konjarnik'),
  belgrade('Novi Beograd', 44.806, 20.41, 'Blok 45', 'Bežanijska kosa', 'Ledine'),
  belgrade('Voždovac', 44.779, 20.478, 'Braće Jerković', 'Jajinci', 'Autokomanda'),
  {
    ...{ name: 'Novi Sad', within: 'Novi Sad', portal: 'Novi Sad', lat: 45.255, lng: 19.845 },
    quarters: ['Liman 3', 'Grbavica', 'Podbara', 'Nova Detelinara', 'Telep'],
  },
  {
    ...{ name: 'Niš', within: 'Medijana', portal: 'Niš', lat: 43.317, lng: 21.914 },
    quarters: ['Bulevar Nemanjića', 'Trošarina', 'Durlan'],
  },
  {
    ...{ name: 'Pančevo', within: 'Pančevo', portal: 'Pančevo', lat: 44.871, lng: 20.641 },
    quarters: ['Kotež', 'Tesla', 'Strelište'],
  },
  {
    ...{ name: 'Čačak', within: 'Čačak', portal: 'Čačak', lat: 43.891, lng: 20.35 },
    quarters: ['Ljubić', 'Alvadžinica', 'Avenija'],
  },
];

export const serbian: Tongue = {
  towns,
  streets: [
    ...['Vojvode Stepe', 'Svetog Save', 'Cara Dušana', 'Njegoševa', 'Gospodar Jevremova'],
    ...['Bulevar oslobođenja', 'Kralja Petra I', 'Maksima Gorkog', 'Užička', 'Dositejeva'],
  ],
  kinds: { apartment: 'Stan', house: 'Kuća', plot: 'Plac', shop: 'Lokal', garage: 'Garaža' },
  offers: { sale: 'Prodaja', rent: 'Izdavanje' },
  states: ['Aktivan', 'Prodato'],
  flags: ['Da', 'Ne'],
  heatings: { central: 'CG', own: 'EG', gas: 'Gas', electric: 'TA peć' },
  owners: ['Agencija', 'Vlasnik'],
  month: 'mesečno',
  note: 'Ključevi su kod nas, vlasnika pozvati dan ranije.',
  titles: {
    apartment: [
      'Dvosoban stan na lokaciji {quarter}, {area} m2',
      '{quarter}, renoviran stan od {area} m²',
      'Odličan stan, {quarter}, odmah useljiv',
      'Lux stan {area} m2, garaža u ceni, {quarter}',
      'Stan u novogradnji, {quarter}, lokal u prizemlju',
    ],
    house: [
      'Porodična kuća sa dvorištem, {quarter}',
      'Kuća {area} m2 na placu od {plot} m2, {quarter}',
      'Uknjižena kuća sa garažom, {quarter}',
    ],
    plot: ['Građevinski plac, {quarter}', 'Plac {plot} m2 sa dozvolom za kuću, {quarter}'],
    shop: ['Lokal na prometnom mestu, {quarter}', 'Lokal {area} m2 u prizemlju stambene zgrade, {quarter}'],
    garage: ['Garaža u zgradi, {quarter}', 'Garaža {area} m2, {quarter}'],
  },
  prose: {
    apartment: [
      'Stan se nalazi u mirnom delu naselja, na par minuta hoda od škole i prodavnice. Dnevna soba je okrenuta ka jugu i ima izlaz na terasu.',
      'Vlasništvo je uredno i stan je uknjižen. Kuhinja je odvojena, kupatilo je renovirano pre dve godine, a stolarija je PVC.',
      'Zgrada je iz dobrog perioda gradnje, ulaz je uredan i ima interfon. U blizini su autobuske linije, vrtić i pijaca.',
    ],
    house: [
      'Kuća je zidana od čvrstog materijala, ima dve etaže i ograđeno dvorište sa voćkama. Struja, voda i kanalizacija su priključeni.',
      'U prizemlju su dnevna soba, kuhinja i kupatilo, a na spratu spavaće sobe. U dvorištu je pomoćni objekat koji može da posluži kao ostava.',
    ],
    plot: [
      'Plac je ravan, pravilnog oblika, sa izlazom na asfaltni put. Struja i voda su na parceli, a gas je u ulici.',
      'Parcela je uknjižena i bez tereta. Pogodna je za gradnju porodične kuće, a prilaz je moguć sa dve strane.',
    ],
    shop: [
      'Lokal ima izlog ka ulici, klimu i alarm. Pogodan je za prodavnicu, ordinaciju ili kancelariju.',
      'Prostor je na uglu prometne ulice i ima dva ulaza. Nedavno je okrečen, a instalacije su nove.',
    ],
    garage: [
      'Garaža je u podzemnoj etaži zgrade, sa daljinskim upravljačem za rampu. Prilaz je lak i za veći automobil.',
      'Zidana garaža u nizu, sa strujom i metalnim vratima. Vlasništvo je uredno.',
    ],
  },
  closing: [
    'Za više informacija i razgledanje pozovite našu agenciju.',
    'Agencijska provizija se naplaćuje u skladu sa opštim uslovima poslovanja.',
    'Razgledanje je moguće svakog radnog dana uz prethodnu najavu.',
  ],
};

const pairs: readonly (readonly [string, string])[] = [
  ...([['Dž', 'Џ'], ['dž', 'џ'], ['Lj', 'Љ'], ['lj', 'љ'], ['Nj', 'Њ'], ['nj', 'њ']] as const), // prettier-ignore
];
const latin = 'abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ';
const script = 'абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ';

function cyrillic(text: string): string {
  return text
    .split(/(\{\w+\}|m2|m²|PVC)/)
    .map((part, index) => (index % 2 === 1 ? part : letters(part)))
    .join('');
}

function letters(text: string): string {
  const joined = pairs.reduce((result, [pair, letter]) => result.replaceAll(pair, letter), text);
  return Array.from(joined, (letter) => script[latin.indexOf(letter)] ?? letter).join('');
}

/** The same in Cyrillic script; the town's name for the directory stays as it is. */
export const serbianCyrillic: Tongue = {
  ...(inCyrillic(serbian) as Tongue),
  towns: towns.map((town) => ({ ...(inCyrillic(town) as Town), portal: town.portal })),
};

function inCyrillic(value: unknown): unknown {
  if (typeof value === 'string') return cyrillic(value);
  if (Array.isArray(value)) return value.map(inCyrillic);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inCyrillic(inner)]));
}

/** Without diacritics, as many agencies type. */
export const serbianBare: Tongue = bare(serbian) as Tongue;

function bare(value: unknown): unknown {
  if (typeof value === 'string') {
    const plain = value.replaceAll('đ', 'dj').replaceAll('Đ', 'Dj');
    return plain.normalize('NFD').replaceAll(/\p{M}/gu, '');
  }
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'portal' ? inner : bare(inner)]),
  );
}
