import { describe, expect, it } from 'vitest';
import { sampleBytesMax } from './sample.js';
import { readSampleFile } from './sample-file.js';

const read = (name: string, text: string) => readSampleFile(new File([text], name));

describe('a file', () => {
  it('of JSON is taken as it is, without a byte order mark', async () => {
    expect(await read('orders.ndjson', '\uFEFF{"a": 1}\n{"a": 2}\n')).toBe('{"a": 1}\n{"a": 2}\n');
    expect(await read('orders', '[{"a": 1}]')).toBe('[{"a": 1}]');
  });

  it('of CSV becomes one object per line, whose values are what they look like', async () => {
    const csv =
      'id,name,price,paid,note\r\n9007199254740993,"Ann ""A"", jr",12.50,true,\r\n007,"x\ny",-1e3,no,5\r\n';
    expect((await read('orders.csv', csv)).split('\n')).toEqual([
      '{"id":9007199254740993,"name":"Ann \\"A\\", jr","price":12.50,"paid":true,"note":null}',
      '{"id":"007","name":"x\\ny","price":-1e3,"paid":"no","note":5}',
    ]);
  });

  it('of CSV may be separated by semicolons, or have one column', async () => {
    expect(await read('a.csv', 'a;b\n1;x\n')).toBe('{"a":1,"b":"x"}');
    expect(await read('a.csv', 'a\n1\n')).toBe('{"a":1}');
  });

  it('is refused if a row does not fit the header', async () => {
    await expect(read('a.csv', 'a,b\n1,2\n3\n')).rejects.toThrow(/^Not valid CSV at row 2: Too few fields/);
  });

  it.each([
    [
      'large.json',
      ' '.repeat(sampleBytesMax + 1),
      'large.json has 1.0 MB; at most 1.0 MB are sent from here.',
    ],
    ['a.csv.gz', 'x', 'a.csv.gz is not JSON or CSV that can be read here.'],
    ['a.parquet', 'x', 'a.parquet is not JSON or CSV that can be read here.'],
  ])('%s is referred to the page that loads files', async (name, text, reason) => {
    await expect(read(name, text)).rejects.toThrow(`${reason} Paste some of the events`);
  });
});
