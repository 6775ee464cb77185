/** One value of a metric at one moment. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface MetricFamily {
  name: string;
  type: string;
  help: string;
  samples: Sample[];
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy;
const suffixes = /_(sum|count|bucket)$/;

/** Reads Prometheus' text format, strictly. @throws where a line is none of it, or a value has no family */
export function readMetrics(text: string): MetricFamily[] {
  const families = new Map<string, MetricFamily>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word !== undefined) {
      const family = families.get(name) ?? { name, type: '', help: '', samples: [] };
      families.set(name, { ...family, ...(word === 'TYPE' ? { type: rest } : { help: rest }) });
      continue;
    }
    const sample = sampleOf(line);
    const family = families.get(sample.name) ?? families.get(sample.name.replace(suffixes, ''));
    if (family === undefined) throw new Error(`no family is declared before ${line}`);
    family.samples.push(sample);
  }
  return [...families.values()];
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value = ''] = sampleLine.exec(line) ?? [];
  if (name === undefined) throw new Error(`this is no sample: ${line}`);
  const number = value === '+Inf' ? Infinity : Number(value);
  // Go reads it in any case, and so does Prometheus.
  if (Number.isNaN(number) && !/^nan$/i.test(value)) throw new Error(`this is no number: ${line}`);
  return { name, labels: labelsOf(labels), value: number };
}

function labelsOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  let end = 0;
  for (const match of text.matchAll(label)) {
    found[match[1] ?? ''] = (match[2] ?? '').replace(/\\(.)/g, (_, mark: string) =>
      mark === 'n' ? '\n' : mark,
    );
    end = match.index + match[0].length;
  }
  if (end !== text.length) throw new Error(`these are no labels: ${text}`);
  return found;
}
