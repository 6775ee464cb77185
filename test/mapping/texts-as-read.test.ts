import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../src/inspect/init/index.js';
import type { XmlFormat } from '../../src/model/feed-format.js';
import type { CompiledMapping } from '../../src/mapping/compile/load-mapping.js';
import { snapshotOf } from '../feed/snapshot-of.js';
import { sandboxReference } from './sandbox-reference.js';
import { mappingOf, shippedMapping } from './shipped-mapping.js';

const { reference } = sandboxReference();

/** The inside of a title with what visitors read, and of a description likewise. */
const written: [title: string, description: string][] = [
  ['Stan <i>na Limanu</i> 52 m<sup>2</sup>', 'Svetao stan u <b>mirnoj</b> ulici.<br/>Blizu parka i škole.'],
  [
    '&lt;![CDATA[Stan na Limanu 52 m2]]&gt;',
    '&lt;p&gt;Svetao stan u mirnoj ulici.&lt;/p&gt;Blizu parka i škole.',
  ],
  [
    'Stan na Limanu 52 m&amp;sup2;',
    'Svetao stan u mirnoj ulici.&amp;lt;br&amp;gt;Blizu parka i &amp;scaron;kole.',
  ],
  ['Stan na Limanu&#0; 52 m2', '[vc_row a="b"]Svetao stan u mirnoj ulici.\\nBlizu parka i škole.[/vc_row]'],
  [
    'Stan <![CDATA[na]]> Limanu 52 m&#178;',
    '<div>Svetao stan u mirnoj ulici.</div><div>Blizu parka i &#154;kole.</div>',
  ],
];

function listOf(root: string, record: (index: number, title: string, description: string) => string): string {
  return `<${root}>${written.map(([title, text], index) => record(index, title, text)).join('\n')}</${root}>`;
}

async function textsOf(document: string, mapping: CompiledMapping): Promise<unknown[]> {
  const { parsed, end } = await snapshotOf(document, { format: mapping.format as XmlFormat });
  expect(end.reason).toBeNull();
  return parsed.map((result) => {
    if (!result.ok) return result.reason;
    const [listing] = mapping.map(result.record, { reference, photoMax: 64 }).listings;
    const { title, description } = (listing?.payload ?? {}) as Record<string, { sr?: string } | undefined>;
    return [title?.sr?.replace('m²', 'm2'), description?.sr?.replace(/\n+/g, '\n')];
  });
}

const wanted = written.map(() => [
  'Stan na Limanu 52 m2',
  'Svetao stan u mirnoj ulici.\nBlizu parka i škole.',
]);

const own = (
  index: number,
  title: string,
  description: string,
): string => `<nekretnina><sifra>N${index}</sifra>
  <naslov>${title}</naslov><opis>${description}</opis><cena>${90_000 + index}</cena><grad>Novi Sad</grad>
  <adresa>Jevrejska ${index + 1}</adresa><povrsina>52</povrsina><vrsta>Stan</vrsta><ponuda>prodaja</ponuda>
  <grejanje>CG</grejanje><slika>https://photos.example/get.php?id=${index}&w=8&h=6</slika></nekretnina>`;

describe('titles and descriptions', () => {
  it('are what people read, through a preset', async () => {
    const document = listOf(
      'OGLASI',
      (
        index,
        title,
        description,
      ) => `<oglas><code>${index}</code><naslov>${title}</naslov><opis>${description}</opis>
        <ulica>Jevrejska 3</ulica><mesto>Novi Sad</mesto><kvadratura>52</kvadratura><cena>98500</cena>
        <vrstanekretnine>Stan</vrstanekretnine><vrstaponude>Prodaja</vrstaponude><vrstagrejanja>CG</vrstagrejanja>
        <slike><slika><url>https://photos.example/get.php?id=1&w=8&h=6</url></slika></slike></oglas>`,
    );
    expect(await textsOf(document, shippedMapping('estate-sistem'))).toEqual(wanted);
  });

  it('are what people read, through a proposal', async () => {
    const document = listOf('ponude', own);
    const proposed = await proposeMapping(Buffer.from(document));
    if (!proposed.ok) throw new Error(proposed.reason);
    expect(proposed.mapping).toMatchObject({ html: true });
    expect(await textsOf(document, mappingOf(proposed.yaml))).toEqual(wanted);
  });

  it('that were encoded twice are proposed to be repaired', async () => {
    const plain = listOf('ponude', (index) =>
      own(index, `Stan na Čukarici ${index}`, 'Kuća i šupa, čisto, đačko dvorište.'),
    );
    const twice = Buffer.from(plain).toString('latin1');
    const proposed = await proposeMapping(Buffer.from(twice));
    if (!proposed.ok) throw new Error(proposed.reason);
    expect(proposed.mapping).toMatchObject({ repair: 'double_utf8' });
    expect(proposed.report.fields.find(({ field }) => field === 'repair')?.doubt).toMatch(
      /encoded as UTF-8 twice/,
    );
    const [first] = await textsOf(twice, mappingOf(proposed.yaml));
    expect(first).toEqual(['Stan na Čukarici 0', 'Kuća i šupa, čisto, đačko dvorište.']);
    expect((await proposeMapping(Buffer.from(plain))) as object).not.toHaveProperty('mapping.repair');
  });
});
