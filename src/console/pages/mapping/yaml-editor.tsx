import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { nonce } from '../../nonce.js';
import { completionsFrom } from './schema-completion.js';

type Problem = Schemas['MappingProblem'];

/** An editor for YAML with completion from a JSON Schema. It marks `problems` at their lines. */
export function YamlEditor({
  text,
  label,
  schema,
  problems,
  onChange,
}: {
  text: string;
  label: string;
  schema: Record<string, unknown> | null;
  problems: readonly Problem[];
  onChange: (text: string) => void;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  // A ref, so that a new callback does not create a new editor.
  const changed = useRef(onChange);
  const isDark = useComputedColorScheme() === 'dark';
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);

  useEffect(() => {
    const { current: parent } = place;
    if (parent === null) return;
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: '',
        extensions: extensions(label, (written) => changed.current(written)),
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [label]);

  useEffect(() => {
    const { current: editor } = view;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: completing.reconfigure(completionsFrom(schema)) });
  }, [schema, label]);

  useEffect(() => {
    view.current?.dispatch({ effects: colours.reconfigure(isDark ? dark : light) });
  }, [isDark, label]);

  useEffect(() => {
    const { current: editor } = view;
    if (editor !== null)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          problems.flatMap((problem) => shown(problem, editor.state)),
        ),
      );
  }, [problems, label]);

  return <div ref={place} />;
}

// Compartments hold the two extensions that are replaced while the editor is open: completion and colours.
const completing = new Compartment();
const colours = new Compartment();

/** The library’s colours mixed with 65 % white: unmixed they are too dark on a dark background. */
const darkColours = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...spec }) => ({
    ...spec,
    ...(typeof color === 'string' && { color: `color-mix(in oklab, ${color}, white 65%)` }),
  })),
);

const look = {
  '&': { fontSize: '13px', backgroundColor: 'transparent' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', maxHeight: '60vh' },
  '.cm-gutters': { backgroundColor: 'transparent', borderRight: 'none' },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
};
const light: Extension = [EditorView.theme(look), syntaxHighlighting(defaultHighlightStyle)];
const dark: Extension = [
  EditorView.theme({ ...look, '.cm-gutters': { ...look['.cm-gutters'], color: '#a3aab2' } }, { dark: true }),
  syntaxHighlighting(darkColours),
];

function extensions(label: string, onChange: (text: string) => void): Extension[] {
  return [
    // The page's policy allows only style elements that carry its nonce.
    EditorView.cspNonce.of(nonce),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    yaml(),
    completing.of([]),
    colours.of(light),
    keymap.of([...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
    autocompletion(),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
  ];
}

/**
 * The mark of a problem, from its column to the end of its line. A problem without a line gets no mark; the list
 * below the editor shows it.
 */
function shown({ line, column, message, severity }: Problem, { doc }: EditorState): Diagnostic[] {
  if (line === null || line < 1 || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  const start = Math.min(from + Math.max(0, (column ?? 1) - 1), to);
  return [{ from: start, to, message, severity }];
}
