import type { z } from '@hono/zod-openapi';
import type { RulePreview } from '../inspect/preview-rules.js';
import type { PreviewSchema } from './schemas.js';

type Documented = z.input<typeof PreviewSchema>['rules'][number];

/** What the rules of the content guard would hold of a feed, in the form of `PreviewSchema`. */
export function previewDocument(feed: string, rules: readonly RulePreview[]): z.input<typeof PreviewSchema> {
  return {
    feed,
    rules: rules.map(({ rule, live, ...held }) => ({ rule, ...found(held), live: found(live) })),
  };
}

function found({ count, examples }: RulePreview['live']): Omit<Documented, 'rule' | 'live'> {
  return {
    count,
    examples: examples.map((example) => ({
      external_id: example.externalId,
      title: example.title,
      field: example.field,
      value: example.value,
      causes: [...example.causes],
      sentence: example.sentence,
    })),
  };
}
