/** What Vite adds: the modules that a pattern names, by their paths. */
interface ImportMeta {
  glob<Module>(pattern: string, options: { readonly eager: true }): Record<string, Module>;
}
