/** Vite's: the address of a file in what it builds. */
declare module '*?url' {
  const url: string;
  export default url;
}
