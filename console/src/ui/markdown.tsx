import { lexer, type Token, type Tokens, walkTokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/**
 * Markdown as elements. The parser's tokens are never turned into HTML: HTML in the text is shown as text, images as their
 * descriptions, because the page loads nothing from other hosts, and links lead only to web pages and mail addresses.
 */
export function Markdown({ text, linkOf }: MarkdownProps) {
  const tokens = lexer(text);
  if (linkOf)
    walkTokens(tokens, (token) => {
      if (token.type === 'link') token.href = linkOf(token.href);
    });
  return <div className="markdown">{blocks(tokens)}</div>;
}

interface MarkdownProps {
  readonly text: string;
  /** Where a link leads, if not where it says. */
  readonly linkOf?: (link: string) => string;
}

const keyed = (tokens: readonly Token[], render: (token: Token) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens are identified by their position
  tokens.map((token, index) => <Fragment key={index}>{render(token)}</Fragment>);

const blocks = (tokens: readonly Token[] = []): ReactNode => keyed(tokens, block);
const inlines = (tokens: readonly Token[] = []): ReactNode => keyed(tokens, inline);

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return heading(token as Tokens.Heading);
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>;
    case 'list':
      return list(token as Tokens.List);
    case 'blockquote':
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className="mono" tabIndex={0}>
          {(token as Tokens.Code).text}
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'table':
      return table(token as Tokens.Table);
    case 'space':
    case 'def':
      return null;
    case 'text':
      return token.tokens ? inlines(token.tokens) : (token as Tokens.Text).text;
    default:
      return <p>{token.raw}</p>;
  }
}

/** The page and the tile have the first two levels. */
function heading({ depth, tokens }: Tokens.Heading): ReactNode {
  const content = inlines(tokens);
  if (depth === 1) return <h3 className="markdown-title">{content}</h3>;
  return depth === 2 ? <h4>{content}</h4> : <h5>{content}</h5>;
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: items are identified by their position
  const content = items.map((item, index) => <li key={index}>{blocks(item.tokens)}</li>);
  return ordered ? <ol start={start === '' ? undefined : start}>{content}</ol> : <ul>{content}</ul>;
}

function table({ header, rows }: Tokens.Table): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their position
            <th key={index} scope="col">
              {inlines(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
          <tr key={index}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their position
              <td key={at}>{inlines(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens)}</em>;
    case 'del':
      return <del>{inlines(token.tokens)}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token as Tokens.Link);
    case 'image':
      return (token as Tokens.Image).text;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text': {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? inlines(tokens) : text;
    }
    default:
      return token.raw;
  }
}

const safeLink = /^(?:https?:\/\/|mailto:|#\/)/i;

function link({ href, tokens }: Tokens.Link): ReactNode {
  const content = inlines(tokens);
  if (!safeLink.test(href)) return content;
  return (
    <a href={href} rel="noreferrer">
      {content}
    </a>
  );
}
