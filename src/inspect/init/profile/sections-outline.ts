import type { FormatGuess } from './format-guess.js';

/** A file that names its columns and rows by lines before them and declares its separators, as BLM does. */
export function guessSections(text: string): FormatGuess | null {
  if (!/^#HEADER#\s*$/im.test(text.slice(0, 200))) return null;
  const definition = /#DEFINITION#\s*([\s\S]*?)#DATA#/i.exec(text)?.[1]?.trim();
  const delimiter = /^EOF\s*:\s*'(.+)'/im.exec(text)?.[1];
  const end = /^EOR\s*:\s*'(.+)'/im.exec(text)?.[1];
  if (definition === undefined || delimiter === undefined) return null;
  const names = definition
    .replace(end ?? '', '')
    .split(delimiter)
    .map((name) => name.trim())
    .filter(Boolean);
  const telling = ['AGENT_REF', 'PRICE', 'SUMMARY', 'DESCRIPTION', 'TRANS_TYPE_ID'].filter((name) =>
    names.includes(name),
  );
  return {
    format: {
      container: 'csv',
      quote: '',
      columns: telling.length > 0 ? telling : names.slice(0, 5),
      sections: { columns: '#DEFINITION#', rows: '#DATA#', delimiter: 'EOF', record_end: 'EOR' },
    } as FormatGuess['format'],
    about: `sections as in BLM, ${names.length} columns, ${JSON.stringify(delimiter)} between them`,
    doubts: [],
  };
}
