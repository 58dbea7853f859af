import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../base/file-name.js';
import { attachment } from './attachment.js';

describe('the name of a downloaded file', () => {
  it.each([
    ['orders', 'attachment; filename="orders.csv"'],
    ['My orders', 'attachment; filename="My orders.csv"'],
    ['größe', `attachment; filename="gr__e.csv"; filename*=UTF-8''gr%C3%B6%C3%9Fe.csv`],
    ['../../etc/passwd', 'attachment; filename="_.._etc_passwd.csv"'],
    ['a"; filename="b', 'attachment; filename="a__ filename=_b.csv"'],
    ['a\r\nSet-Cookie: b', 'attachment; filename="a__Set-Cookie_ b.csv"'],
    ['...', 'attachment; filename="export.csv"'],
    ['', 'attachment; filename="export.csv"'],
    ['gpj.\u202eexe', 'attachment; filename="gpj._exe.csv"'],
    ['😀', 'attachment; filename="__.csv"'],
    ['a'.repeat(300), `attachment; filename="${'a'.repeat(100)}.csv"`],
  ])('of %j is in %s', (subject, expected) => {
    expect(attachment(fileNameOf(subject, 'csv'))).toBe(expected);
  });
});
