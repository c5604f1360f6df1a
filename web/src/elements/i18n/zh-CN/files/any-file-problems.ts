/** What may be wrong with any file, in Chinese. */
import { fileName, phrase } from './phrases.ts';
import { counted, type Shapes } from '../shapes.ts';

export const kOfAnyFile: Shapes = [
  [
    '{} is not valid JSON: it ends too early',
    (file) => `${fileName(file)}不是合格的 JSON：还没写完就结束了。`,
  ],
  [
    '{} is not valid JSON at line {}, column {}',
    (file, line, column) => `${fileName(file)}第 ${line} 行第 ${column} 列不是合格的 JSON。`,
  ],
  [
    '{} has the name {} twice in one object',
    (file, name) => `${fileName(file)}的同一个对象里，${phrase(name)}出现了两次。`,
  ],
  [
    '{} nests deeper than {} levels',
    (file, levels) => `${fileName(file)}的嵌套超过了 ${levels} 层。`,
  ],
  ['{} has more than {} values', (file, count) => `${fileName(file)}里的值超过了 ${count} 个。`],
  [
    '{} has more than the {} bytes that such a file may have',
    (file, bytes) => `${fileName(file)}超过了这种文件的上限 ${counted(bytes)} 字节。`,
  ],
  [
    "{} at {} is an HTML page, not JSON (found '<', expected '{')",
    (file, address) =>
      `${address} 处的${fileName(file)}是 HTML 网页，不是 JSON（开头是 '<'，应为 '{'）。`,
  ],
  ['{} is empty', (file) => `${fileName(file)}是空的。`],
  ['{} is not UTF-8', (file) => `${fileName(file)}不是 UTF-8 编码。`],
  [
    '{}: the text is not valid UTF-8: byte {} at offset {} begins no character',
    (file, byte, at) =>
      `${fileName(file)}不是 UTF-8 编码：偏移 ${at} 处的字节 ${byte} 不是任何字符的开头。`,
  ],
];
