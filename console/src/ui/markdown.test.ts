import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown } from './markdown.js';

const html = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text }))
    .replace(/^<div class="markdown">/, '')
    .replace(/<\/div>$/, '');

it.each([
  ['a **b** *c* `d` ~~e~~', '<p>a <strong>b</strong> <em>c</em> <code>d</code> <del>e</del></p>'],
  ['# one\n\n## two', '<h3 class="markdown-title">one</h3><h4>two</h4>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['3. a', '<ol start="3"><li>a</li></ol>'],
  ['[x](https://a.example/?q=1)', '<p><a href="https://a.example/?q=1" rel="noreferrer">x</a></p>'],
  ['[x](#/explore)', '<p><a href="#/explore" rel="noreferrer">x</a></p>'],
])('shows %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

it.each([
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['a <b>b</b>', '<p>a &lt;b&gt;b&lt;/b&gt;</p>'],
  ['[x](javascript:alert(1))', '<p>x</p>'],
  ['[x](data:text/html,hi)', '<p>x</p>'],
  ['![a picture](https://a.example/x.png)', '<p>a picture</p>'],
])('shows %j as text, and loads nothing', (text, expected) => {
  expect(html(text)).toBe(expected);
});
