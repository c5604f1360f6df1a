/**
 * The lines of Python that make safetensors of a checkpoint of PyTorch. nanoGPT keeps the weights under 'model', Lightning under
 * 'state_dict'. Tied weights share their numbers, which safetensors refuses: each is copied.
 */
export function converting(file: string): string {
  return `import torch, safetensors.torch
saved = torch.load(${JSON.stringify(file)}, map_location='cpu')
safetensors.torch.save_file({name: each.clone().contiguous() for name, each in saved.get('model', saved.get('state_dict', saved)).items()}, 'model.safetensors')`;
}
