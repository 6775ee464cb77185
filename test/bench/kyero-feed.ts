import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** What one generated feed shall look like. */
export interface FeedShape {
  records: number;
  /** Stands in the header, as real exports write it: the bytes of the file differ at each export. */
  exportedAt: string;
  /** Every n-th record has another price; 0 changes none. */
  changedEvery: number;
  /** What its price is raised by. */
  raise: number;
}

const towns = ['Beograd', 'Novi Sad', 'Niš', 'Kragujevac', 'Subotica'];
const types = ['Apartment', 'House', 'Villa', 'Studio', 'Penthouse', 'Plot'];
const features = [
  'Air conditioning hot/cold',
  'Covered terrace',
  'Lift',
  'Private garden',
  'Central heating',
  'Storage room',
  'Fitted wardrobes',
  'Double glazing',
];
const sentences = [
  'A bright home on a quiet street, close to schools, shops and the tram.',
  'The living room opens onto a terrace with a view over the park.',
  'The kitchen was fitted two years ago and has room for a table of six.',
  'Two bedrooms face the courtyard; the third can serve as an office.',
  'The building has a lift, a bicycle room and a new roof.',
  'Heating and hot water come from the district network.',
];

/** Writes a Kyero export of some 5 KB a record, texts without HTML. */
export async function writeKyeroFeed(path: string, shape: FeedShape): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  file.write(
    `<?xml version="1.0" encoding="UTF-8"?>\n<root>\n  <kyero><feed_version>3</feed_version><feed_generated>${shape.exportedAt}</feed_generated></kyero>\n`,
  );
  for (let index = 0; index < shape.records; index++) {
    const isChanged = shape.changedEvery > 0 && index % shape.changedEvery === 0;
    if (!file.write(record(index, isChanged ? shape.raise : 0))) await once(file, 'drain');
  }
  file.end('</root>\n');
  await once(file, 'finish');
}

function record(index: number, raise: number): string {
  const price = 60_000 + (index % 400) * 1_000 + raise;
  return `  <property>
    <id>K${String(index).padStart(6, '0')}</id>
    <date>2026-03-${String(1 + (index % 28)).padStart(2, '0')} 08:30:00</date>
    <ref>REF-${index}</ref>
    <price>${price}</price>
    <currency>EUR</currency>
    <price_freq>sale</price_freq>
    <new_build>${index % 3 === 0 ? 1 : 0}</new_build>
    <type>${at(types, index)}</type>
    <town>${at(towns, index)}</town>
    <province>Srbija</province>
    <location_detail>Ulica ${1 + (index % 90)}</location_detail>
    <beds>${1 + (index % 4)}</beds>
    <baths>${1 + (index % 2)}</baths>
    <pool>0</pool>
    <surface_area><built>${40 + (index % 160)}</built><plot>0</plot></surface_area>
    <url><en>https://agency.example/en/${index}</en><sr>https://agency.example/sr/${index}</sr></url>
    <desc>
      <en>${text(index, 14)}</en>
      <sr>${text(index + 1, 14)}</sr>
      <de>${text(index + 2, 13)}</de>
    </desc>
    <features>
${[0, 1, 2, 3, 4].map((offset) => `      <feature>${at(features, index + offset)}</feature>`).join('\n')}
    </features>
    <images>
${Array.from({ length: 18 }, (_, photo) => `      <image id="${photo + 1}"><url>https://img.agency.example/${index}/${photo + 1}.jpg</url></image>`).join('\n')}
    </images>
  </property>
`;
}

function text(seed: number, count: number): string {
  const parts = Array.from({ length: count }, (_, index) => at(sentences, seed + index));
  return `Ref. ${seed}: ${parts.join(' ')}`;
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}
