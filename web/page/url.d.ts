/** Vite's: the address of a file in what it builds, and the text of a file. */
declare module '*?url' {
  const url: string;
  export default url;
}
declare module '*?raw' {
  const text: string;
  export default text;
}
