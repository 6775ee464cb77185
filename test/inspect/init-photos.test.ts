import { describe, expect, it } from 'vitest';
import { loadMapping } from '../../src/mapping/compile/load-mapping.js';
import { proposeMapping } from '../../src/inspect/init/index.js';
import { noOverrides } from '../../src/inspect/init/read-sample.js';
import { recordsOf } from '../mapping/feed-file.js';
import { sandboxReference } from '../mapping/sandbox-reference.js';

const { reference } = sandboxReference();
const answers = { mandate_attested: true, owner_lives_nearby: false };

/** The photos of each listing under the mapping that is proposed for the feed. */
async function proposedPhotos(feed: string): Promise<unknown[]> {
  const proposal = await proposeMapping(Buffer.from(feed));
  if (!proposal.ok) throw new Error(proposal.reason);
  const loaded = loadMapping(proposal.yaml, {
    file: 'proposed.yaml',
    overrides: { ...noOverrides, answers },
  });
  if (!loaded.ok) throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
  const { mapping } = loaded;
  return recordsOf(Buffer.from(feed), mapping.format).map((record) => {
    const [listing] = mapping.map(record, { reference, photoMax: 64 }).listings;
    return listing?.payload?.photos;
  });
}

const address = (home: number, photo: string): string => `https://img.example.com/${home}${photo}.jpg`;
const homes = [1, 2, 3, 4];
const letters = 'a b c d e f g h i j k'.split(' ');

function table(cell: (home: number) => string): string {
  const rows = homes.map((home) =>
    [
      `NS-${home}`,
      'Prodaja',
      'Stan',
      `Stan broj ${home} u centru`,
      `Svetao stan u mirnoj ulici, broj ${home}.`,
    ]
      .concat([`${90 + home}.000`, 'EUR', 'Novi Sad', `Jevrejska ${home}`, '54', `"${cell(home)}"`])
      .join(';'),
  );
  return [
    'Šifra;Tip oglasa;Vrsta nekretnine;Naslov;Opis;Cena;Valuta;Grad;Ulica;Kvadratura;Slike',
    ...rows,
    '',
  ].join('\n');
}

function json(images: (home: number) => unknown): string {
  return JSON.stringify(
    homes.map((home) => ({
      ...{ id: `J${home}`, type: 'apartment', transaction: 'sale', title: `Flat number ${home}` },
      ...{
        description: 'Bright flat in a quiet street close to the park.',
        price: 95_000 + home,
        currency: 'EUR',
      },
      ...{ city: 'Novi Sad', street: `Jevrejska ${home}`, area: 54, images: images(home) },
    })),
  );
}

describe('photos in one cell', () => {
  it.each([', ', ',', ';', '|', ' | ', '\n', ' ', '\t'])('separated by %j', async (separator) => {
    const photos = await proposedPhotos(
      table((home) => [address(home, 'a'), address(home, 'b')].join(separator)),
    );
    expect(photos).toEqual(homes.map((home) => [{ url: address(home, 'a') }, { url: address(home, 'b') }]));
  });

  it('with commas within each address', async () => {
    const cell = (home: number): string => `https://img.example.com/w_1,h_2,c_3/${home}.jpg`;
    expect(await proposedPhotos(table(cell))).toEqual(homes.map((home) => [{ url: cell(home) }]));
  });
});

describe('what stands beside an address in JSON', () => {
  const images = (home: number, of: (photo: string) => Record<string, unknown>): unknown[] =>
    ['a', 'b', 'c'].map((photo) => ({ url: address(home, photo), ...of(photo) }));

  it.each<[what: string, of: (photo: string) => Record<string, unknown>, order: string[]]>([
    ['a number', (photo) => ({ sort: { a: 3, b: 1, c: 2 }[photo] }), ['b', 'c', 'a']],
    ['a number from 0, as text', (photo) => ({ Order: { a: '2', b: '0', c: '1' }[photo] }), ['b', 'c', 'a']],
    ['a number that counts, by a letter', (photo) => ({ r: { a: 2, b: 3, c: 1 }[photo] }), ['c', 'a', 'b']],
    ['a number that does not count', (photo) => ({ w: { a: 9, b: 7, c: 8 }[photo] }), ['a', 'b', 'c']],
    ['equal numbers', () => ({ position: 0 }), ['a', 'b', 'c']],
    ['a mark', (photo) => ({ is_main: photo === 'c' }), ['c', 'a', 'b']],
    ['a mark at one image alone', (photo) => (photo === 'b' ? { cover: 'da' } : {}), ['b', 'a', 'c']],
    ['a mark at two', (photo) => ({ main: photo === 'a' ? 0 : 1 }), ['a', 'b', 'c']],
    ['a word', (photo) => ({ type: photo === 'c' ? 'cover' : 'photo' }), ['c', 'a', 'b']],
    ['a floor plan', (photo) => ({ type: photo === 'a' ? 'floorplan' : 'photo' }), ['b', 'c', 'a']],
    [
      'all three',
      (photo) => ({
        type: photo === 'a' ? 'floorplan' : 'photo',
        sort: { a: 1, b: 3, c: 2 }[photo],
        main: photo === 'b',
      }),
      ['b', 'c', 'a'],
    ],
  ])('%s', async (_, of, order) => {
    const photos = await proposedPhotos(json((home) => images(home, of)));
    const urls = photos.map((one) => (one as { url: string }[]).map(({ url }) => url));
    expect(urls).toEqual(homes.map((home) => order.map((photo) => address(home, photo))));
  });
});

describe('photos in several sizes', () => {
  it('are the large ones, in their order', async () => {
    const sizes = (home: number, photo: string, redosled: number): object => ({
      redosled,
      velicine: { mala: address(home, `${photo}_320`), velika: address(home, photo) },
    });
    const photos = await proposedPhotos(
      json((home) => [sizes(home, 'a', 2), sizes(home, 'b', 1), sizes(home, 'c', 3)]),
    );
    const urls = photos.map((one) => (one as { url: string }[]).map(({ url }) => url));
    expect(urls).toEqual(homes.map((home) => ['b', 'a', 'c'].map((photo) => address(home, photo))));
  });
});

describe('photos in JSON', () => {
  it.each<[what: string, images: (home: number) => unknown]>([
    ['texts', (home) => [address(home, 'a'), address(home, 'b')]],
    ['one text', (home) => `${address(home, 'a')},${address(home, 'b')}`],
    ['objects', (home) => [{ url: address(home, 'a') }, { url: address(home, 'b') }]],
    ['numbered objects', (home) => ({ '1': { url: address(home, 'a') }, '2': { url: address(home, 'b') } })],
    ['numbered texts', (home) => ({ '0': address(home, 'a'), '1': address(home, 'b') })],
    [
      'more than ten numbered objects',
      (home) => Object.fromEntries(letters.map((photo, index) => [index + 1, { src: address(home, photo) }])),
    ],
  ])('as %s', async (what, images) => {
    const names = what.startsWith('more') ? letters : ['a', 'b'];
    expect(await proposedPhotos(json(images))).toEqual(
      homes.map((home) => names.map((name) => ({ url: address(home, name) }))),
    );
  });
});

it('photos in numbered attributes of one element, beside a plan, are all taken', async () => {
  const ads = homes.map(
    (home) =>
      `<oglas id="O${home}"><naslov>Stan ${home}</naslov><ponuda>Prodaja</ponuda><vrsta>Stan</vrsta><cena_eur>9${home}000</cena_eur>` +
      `<grad>Niš</grad><ulica>Jevrejska ${home}</ulica><kvadratura>54</kvadratura><slike foto1="${address(home, 'a')}" ` +
      `foto2="${address(home, 'b')}" foto3="${address(home, 'c')}" tlocrt1="${address(home, 'p')}"/></oglas>`,
  );
  const photos = await proposedPhotos(`<oglasi>${ads.join('')}</oglasi>`);
  expect(photos).toEqual(
    homes.map((home) => ['a', 'b', 'c'].map((photo) => ({ url: address(home, photo) }))),
  );
});

it.each(['Slika', 'Foto ', 'foto_', 'Slika-'])(
  'photos in numbered columns are all taken: %s1',
  async (name) => {
    const rows = homes.map((home) =>
      [
        `NS-${home}`,
        'Prodaja',
        'Stan',
        `Stan ${home}`,
        `9${home}000`,
        'Niš',
        ...['a', 'b', 'c'].map((one) => address(home, one)),
      ].join(';'),
    );
    const head = `Šifra;Ponuda;Vrsta;Naslov;Cena EUR;Grad;${[1, 2, 3].map((one) => `${name}${one}`).join(';')}`;
    expect(await proposedPhotos([head, ...rows, ''].join('\n'))).toEqual(
      homes.map((home) => ['a', 'b', 'c'].map((photo) => ({ url: address(home, photo) }))),
    );
  },
);

describe('a list of addresses in one object', () => {
  const ads = (media: (index: number) => object): Buffer =>
    Buffer.from(
      JSON.stringify(
        [1, 2, 3, 4].map((index) => ({
          ...{ id: `a${index}`, naslov: `Stan ${index}`, cena: 90_000 + index, grad: 'Niš' },
          ...media(index),
        })),
      ),
    );
  const list = (index: number): string[] =>
    [1, 2, 3].map((one) => `https://slike.example/${index}/${one}.jpg`);

  it.each([
    ['a floor plan', { floorplan: 'https://slike.example/plan.png' }],
    ['a QR code', { qr: 'https://slike.example/qr.png' }],
    ['a title', { title: 'Fotografije' }],
    ['a mark', { main: '1' }],
  ])('is read whole, whatever stands beside it: %s', async (_what, beside) => {
    const proposal = await proposeMapping(ads((index) => ({ media: { photos: list(index), ...beside } })));
    if (!proposal.ok) throw new Error(proposal.reason);
    expect((proposal.mapping.fields as Record<string, unknown>).photos).toMatchObject({
      from: 'media/photos',
    });
    expect((proposal.mapping.fields as Record<string, object>).photos).not.toHaveProperty('url');
  });
});
