import { serbian } from './serbian.js';
import type { Tongue, Town } from './tongue.js';

const town = (
  name: string,
  within: string,
  portal: string,
  lat: number,
  lng: number,
  ...quarters: string[]
): Town => ({
  ...{ name, within, portal, lat, lng, quarters },
});

export const croatian: Tongue = {
  ...serbian,
  towns: [
    town('Zagreb', 'Grad Zagreb', 'Valjevo', 45.81, 15.98, 'Trešnjevka', 'Maksimir', 'Jarun'),
    town('Split', 'Splitsko-dalmatinska', 'Užice', 43.51, 16.44, 'Bačvice', 'Meje', 'Spinut'),
    town('Osijek', 'Osječko-baranjska', 'Sombor', 45.55, 18.69, 'Retfala', 'Tvrđa', 'Jug 2'),
    town('Rijeka', 'Primorsko-goranska', 'Šabac', 45.33, 14.44, 'Kozala', 'Trsat', 'Kantrida'),
  ],
  streets: ['Ilica', 'Vukovarska', 'Savska cesta', 'Kralja Tomislava', 'Matije Gupca', 'Trg slobode'],
  kinds: { apartment: 'Stan', house: 'Kuća', plot: 'Zemljište', shop: 'Poslovni prostor', garage: 'Garaža' },
  offers: { sale: 'Prodaja', rent: 'Najam' },
  states: ['Aktivno', 'Prodano'],
  heatings: { central: 'Toplana', own: 'Etažno', gas: 'Plin', electric: 'Struja' },
  note: 'Ključevi su u uredu, vlasnika nazvati dan ranije.',
  month: 'mjesečno',
  titles: {
    apartment: [
      'Dvosobni stan, {quarter}, {area} m2',
      '{quarter}, obnovljeni stan od {area} m²',
      'Stan u novogradnji, garaža uključena u cijenu, {quarter}',
    ],
    house: ['Obiteljska kuća s okućnicom, {quarter}', 'Kuća {area} m2 na parceli od {plot} m2, {quarter}'],
    plot: ['Građevinsko zemljište, {quarter}', 'Zemljište {plot} m2 s dozvolom za kuću, {quarter}'],
    shop: ['Poslovni prostor u prizemlju, {quarter}', 'Ulični lokal {area} m2, {quarter}'],
    garage: ['Garaža u zgradi, {quarter}', 'Garaža {area} m2, {quarter}'],
  },
  prose: {
    apartment: [
      'Stan se nalazi u mirnom dijelu kvarta, nekoliko minuta hoda od škole i trgovine. Dnevni boravak orijentiran je prema jugu i ima izlaz na lođu.',
      'Vlasništvo je uredno, 1/1, bez tereta. Kuhinja je odvojena, kupaonica je obnovljena prije dvije godine.',
    ],
    house: [
      'Kuća je građena kvalitetnim materijalima, ima dvije etaže i ograđenu okućnicu. Struja, voda i kanalizacija su priključeni.',
      'U prizemlju su dnevni boravak, kuhinja i kupaonica, a na katu spavaće sobe. U dvorištu je spremište.',
    ],
    plot: [
      'Zemljište je ravno, pravilnog oblika, s pristupom na asfaltnu cestu. Struja i voda su na parceli.',
    ],
    shop: ['Prostor ima izlog prema ulici i klimatizaciju. Prikladan je za trgovinu, ordinaciju ili ured.'],
    garage: ['Garaža je u podzemnoj etaži zgrade, s daljinskim upravljanjem. Prilaz je jednostavan.'],
  },
  closing: [
    'Za više informacija i razgledavanje nazovite našu agenciju.',
    'Agencijska naknada naplaćuje se prema općim uvjetima poslovanja.',
  ],
};

export const bosnian: Tongue = {
  ...serbian,
  towns: [
    town('Sarajevo', 'Centar', 'Kraljevo', 43.86, 18.41, 'Marijin Dvor', 'Grbavica', 'Dobrinja'),
    town('Banja Luka', 'Banja Luka', 'Kruševac', 44.77, 17.19, 'Borik', 'Starčevica', 'Obilićevo'),
    town('Tuzla', 'Tuzla', 'Zrenjanin', 44.54, 18.67, 'Slatina', 'Sjenjak'),
    town('Mostar', 'Mostar', 'Leskovac', 43.34, 17.81, 'Rondo', 'Zalik'),
  ],
  streets: ['Maršala Tita', 'Zmaja od Bosne', 'Ferhadija', 'Kralja Petra I Karađorđevića', 'Alipašina'],
  kinds: { apartment: 'Stan', house: 'Kuća', plot: 'Zemljište', shop: 'Poslovni prostor', garage: 'Garaža' },
  offers: { sale: 'Prodaja', rent: 'Iznajmljivanje' },
  states: ['Aktivan', 'Prodano'],
  heatings: { central: 'Gradsko', own: 'Etažno', gas: 'Plin', electric: 'Struja' },
  month: 'mjesečno',
  prose: {
    ...ijekavian(serbian.prose),
    apartment: [
      'Stan se nalazi u mirnom dijelu naselja, nekoliko minuta hoda od škole i prodavnice. Dnevni boravak okrenut je prema jugu i ima izlaz na balkon.',
      'Stan je uknjižen, vlasništvo 1/1. Kuhinja je odvojena, kupatilo je renovirano prije dvije godine.',
    ],
  },
  closing: ['Za više informacija i razgledanje pozovite našu agenciju.'],
};

export const montenegrin: Tongue = {
  ...bosnian,
  towns: [
    town('Podgorica', 'Podgorica', 'Smederevo', 42.44, 19.26, 'Preko Morače', 'Zabjelo', 'Stari Aerodrom'),
    town('Budva', 'Budva', 'Vršac', 42.29, 18.84, 'Rozino', 'Bečići', 'Lazi'),
    town('Bar', 'Bar', 'Ruma', 42.09, 19.1, 'Šušanj', 'Topolica'),
    town('Herceg Novi', 'Herceg Novi', 'Inđija', 42.45, 18.53, 'Topla', 'Igalo'),
  ],
  streets: [
    'Bulevar Svetog Petra Cetinjskog',
    'Njegoševa',
    'Slovenska obala',
    'Jadranski put',
    'Ulica slobode',
  ],
  kinds: { apartment: 'Stan', house: 'Kuća', plot: 'Plac', shop: 'Poslovni prostor', garage: 'Garaža' },
  offers: { sale: 'Prodaja', rent: 'Izdavanje' },
  heatings: { central: 'Centralno', own: 'Etažno', gas: 'Gas', electric: 'Struja' },
};

function ijekavian(prose: Tongue['prose']): Tongue['prose'] {
  const text = (line: string): string =>
    line
      .replaceAll(/\bdve\b/g, 'dvije')
      .replaceAll(/\bdelu\b/g, 'dijelu')
      .replaceAll(/\bpre\b/g, 'prije');
  const { apartment, house, plot, shop, garage } = prose;
  return {
    apartment: apartment.map(text),
    house: house.map(text),
    plot: plot.map(text),
    shop: shop.map(text),
    garage: garage.map(text),
  };
}

export const slovene: Tongue = {
  ...croatian,
  towns: [
    town('Ljubljana', 'Ljubljana mesto', 'Subotica', 46.05, 14.51, 'Bežigrad', 'Šiška', 'Vič'),
    town('Maribor', 'Podravska', 'Sremska Mitrovica', 46.55, 15.65, 'Tabor', 'Pobrežje'),
    town('Koper', 'Obalno-kraška', 'Temerin', 45.55, 13.73, 'Semedela', 'Markovec'),
  ],
  streets: ['Celovška cesta', 'Dunajska cesta', 'Prešernova ulica', 'Slovenska cesta'],
  kinds: {
    apartment: 'Stanovanje',
    house: 'Hiša',
    plot: 'Parcela',
    shop: 'Poslovni prostor',
    garage: 'Garaža',
  },
  offers: { sale: 'Prodaja', rent: 'Oddaja' },
  states: ['Aktivno', 'Prodano'],
  heatings: { central: 'Daljinsko', own: 'Etažno', gas: 'Plin', electric: 'Elektrika' },
  owners: ['Agencija', 'Lastnik'],
  month: 'na mesec',
  note: 'Ključi so v pisarni, lastnika poklicati dan prej.',
  titles: {
    apartment: [
      'Dvosobno stanovanje, {quarter}, {area} m2',
      '{quarter}, prenovljeno stanovanje, garaža v ceni',
    ],
    house: ['Samostojna hiša z vrtom, {quarter}', 'Hiša {area} m2, parcela {plot} m2, {quarter}'],
    plot: ['Zazidljiva parcela, {quarter}'],
    shop: ['Poslovni prostor v pritličju, {quarter}'],
    garage: ['Garaža v hiši, {quarter}'],
  },
  prose: {
    apartment: [
      'Stanovanje leži v mirnem delu mesta, nekaj minut hoje od šole in trgovine. Dnevna soba je obrnjena proti jugu.',
    ],
    house: [
      'Hiša je grajena iz kakovostnih materialov, ima dve etaži in ograjen vrt. Priključki so urejeni.',
    ],
    plot: [
      'Parcela je ravna, pravilne oblike, z dostopom po asfaltirani cesti. Elektrika in voda sta na parceli.',
    ],
    shop: ['Prostor ima izložbo na ulico in klimatsko napravo. Primeren je za trgovino ali pisarno.'],
    garage: ['Garaža je v kleti stavbe, z daljinskim upravljanjem. Dostop je preprost.'],
  },
  closing: ['Za ogled pokličite našo agencijo.'],
};
