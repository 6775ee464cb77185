import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { choicesAt } from './schema-choices.js';

/** An editor extension that completes keys and values from a JSON Schema; none without a schema. */
export function completionsFrom(schema: Record<string, unknown> | null): Extension {
  if (schema === null) return [];
  return EditorState.languageData.of(() => [
    { autocomplete: (context: CompletionContext) => complete(context, schema) },
  ]);
}

function complete(context: CompletionContext, schema: Record<string, unknown>): CompletionResult | null {
  const typed = context.matchBefore(/[\w.-]*/);
  if (typed === null || (typed.from === typed.to && !context.explicit)) return null;
  const text = context.state.doc.sliceString(0, context.pos);
  const { kind, choices } = choicesAt(text.split('\n'), schema);
  if (choices.length === 0) return null;
  const options = choices.map(({ name, about }): Completion => ({
    label: name,
    type: kind === 'key' ? 'property' : 'enum',
    ...(about !== null && { info: about }),
    ...(kind === 'key' && { apply: `${name}: ` }),
  }));
  return { from: typed.from, options, validFor: /^[\w.-]*$/ };
}
