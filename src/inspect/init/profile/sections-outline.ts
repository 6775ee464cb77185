import type { FormatGuess } from './format-guess.js';

/** Detects a file with marker lines before its columns and rows that declares its separators, such as BLM; null: not such a file. */
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
  const identifying = ['AGENT_REF', 'PRICE', 'SUMMARY', 'DESCRIPTION', 'TRANS_TYPE_ID'].filter((name) =>
    names.includes(name),
  );
  return {
    format: {
      container: 'csv',
      quote: '',
      columns: identifying.length > 0 ? identifying : names.slice(0, 5),
      sections: { columns: '#DEFINITION#', rows: '#DATA#', delimiter: 'EOF', record_end: 'EOR' },
    } as FormatGuess['format'],
    about: `sections as in BLM, ${names.length} columns, ${JSON.stringify(delimiter)} between them`,
    doubts: [],
  };
}
