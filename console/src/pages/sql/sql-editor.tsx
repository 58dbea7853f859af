import { autocompletion, completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyField, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, StandardSQL } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { openTabsMax } from './query-tabs.js';
import { completionSources, type PoolColumns } from './sql-completion.js';
import './sql-editor.css';

/** What others can do with the editor. */
export interface SqlEditorHandle {
  /** Writes a name at the cursor, or over the selection, and puts the focus there. */
  insertName(name: string): void;
}

/** Cursor and undo history of texts that are not shown, by the IDs of their tabs. */
export type EditorMemory = Map<string, { readonly doc: string }>;

interface SqlEditorProps {
  readonly tab: string;
  readonly memory: EditorMemory;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the current text, which may be newer than `value`. */
  readonly onRun: (text: string) => void;
  /** Undefined as long as they are loading. */
  readonly tables: PoolColumns | undefined;
  readonly postgres: boolean;
  readonly ref: Ref<SqlEditorHandle>;
}

const completionsMax = 12;
/** Many more than anyone types while a page is busy. */
const reportedMax = 100;

const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--chart-4)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--chart-3)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--chart-2)' },
  { tag: tags.comment, color: 'var(--text-2)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--chart-1)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--mono)', minHeight: '150px', caretColor: 'var(--text)' },
  '.cm-scroller': { maxHeight: '420px', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--surface-2)', color: 'var(--text-2)', border: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-placeholder': { color: 'var(--text-2)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
  },
  // The list is short, so show all of it.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: 'none' },
  '.cm-tooltip-autocomplete completion-section': {
    color: 'var(--text-2)',
    borderBottom: '1px solid var(--line)',
    opacity: '1',
  },
  '.cm-tooltip-autocomplete .cm-completionDetail': { color: 'var(--text-2)', fontStyle: 'normal' },
  '.cm-tooltip-autocomplete li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
});

/**
 * Sends text typed over a selection directly to the editor. By default the browser would keep the style of the replaced text
 * with an inline style, which the page's Content-Security-Policy refuses.
 */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.selection.main.empty)
      return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const keptFields = { history: historyField };

/** As many as there can be tabs; those that were shown last. */
function remember(memory: EditorMemory, tab: string, state: EditorState): void {
  memory.delete(tab);
  memory.set(tab, state.toJSON(keptFields));
  const [oldest] = memory.keys();
  if (memory.size > openTabsMax && oldest !== undefined) memory.delete(oldest);
}

/** Returns true because the key is handled. */
function runNow(view: EditorView, run: (text: string) => void): boolean {
  run(view.state.doc.toString());
  return true;
}

function languageOf(tables: PoolColumns | undefined, postgres: boolean): Extension {
  const dialect = postgres ? PostgreSQL : StandardSQL;
  const sources = completionSources(tables ?? new Map(), dialect, postgres);
  return new LanguageSupport(
    dialect.language,
    sources.map((autocomplete) => dialect.language.data.of({ autocomplete })),
  );
}

/** A blank before the name, unless one is there or a bracket or dot is. */
function insertName(view: EditorView | undefined, name: string): void {
  if (!view) return;
  const { from } = view.state.selection.main;
  const before = view.state.sliceDoc(Math.max(0, from - 1), from);
  const text = /^[\s(.]?$/.test(before) ? name : ` ${name}`;
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true });
  view.focus();
}

/**
 * CodeMirror in a shadow root. There it uses constructed style sheets, so the page's Content-Security-Policy need not allow
 * inline styles.
 */
export function SqlEditor({ tab, memory, value, onChange, onRun, tables, postgres, ref }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const language = useRef(new Compartment());
  const isTypedTooEarly = useRef(false);
  /** Texts that the page was told of and has yet to draw, which can take it longer than the next key. */
  const reported = useRef<readonly string[]>([]);
  const latest = useRef({ onChange, onRun, value, tables, postgres });
  latest.current = { onChange, onRun, value, tables, postgres };
  useImperativeHandle(ref, () => ({ insertName: (name) => insertName(view.current, name) }), []);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const { value: doc, tables: names, postgres: dialect } = latest.current;
    const config = {
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: (view) => runNow(view, latest.current.onRun) }])),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        typeOverSelection,
        autocompletion({ icons: false, maxRenderedOptions: completionsMax }),
        language.current.of(languageOf(names, dialect)),
        syntaxHighlighting(highlighting),
        theme,
        placeholder('SELECT * FROM my_pool LIMIT 100'),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'SQL', 'aria-multiline': 'true' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const isTyped = update.transactions.some((transaction) => transaction.isUserEvent('input.type'));
          isTypedTooEarly.current = isTyped && !latest.current.tables;
          const text = update.state.doc.toString();
          reported.current = [...reported.current.slice(-reportedMax), text];
          latest.current.onChange(text);
        }),
      ],
    };
    const kept = memory.get(tab);
    const editor = new EditorView({
      root,
      parent: root,
      state:
        kept?.doc === doc
          ? EditorState.fromJSON(kept, config, keptFields)
          : EditorState.create({ ...config, doc }),
    });
    view.current = editor;
    return () => {
      remember(memory, tab, editor.state);
      editor.destroy();
    };
  }, [tab, memory]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch({ effects: language.current.reconfigure(languageOf(tables, postgres)) });
    if (!tables || !isTypedTooEarly.current) return;
    isTypedTooEarly.current = false;
    if (editor.hasFocus) startCompletion(editor);
  }, [tables, postgres]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const isShown = editor.state.doc.toString() === value;
    // What was typed since is in the editor only, and must not be replaced by what was typed before.
    if (!isShown && reported.current.includes(value)) return;
    if (!isShown) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    reported.current = [];
  }, [value]);

  return <div className="editor" ref={host} />;
}
