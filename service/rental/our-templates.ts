import type { Template } from '#lib/contract/gpu-templates.ts'

/** Our templates, beside the images that a machine lists. Their descriptions are texts: `templates.about` by id. */

export interface OurTemplate extends Template {
  /** A web page of it, on one of its ports. */
  page: { name: string; port: number } | null
}

interface Parts {
  name: string
  image: string
  start?: string
  /** The port of its web page or of its API, and the name of the page. */
  port?: number
  page?: string
  diskGib: number
  variables?: Record<string, string>
  secrets?: readonly string[]
  isForAll?: boolean
}

const ours = (id: string, { name, image, start = '', port, page, diskGib, ...rest }: Parts): OurTemplate => ({
  ...{ id, name, image, start, diskGib, ports: port === undefined ? [] : [port] },
  variables: [
    ...Object.entries(rest.variables ?? {}).map(([variable, value]) => ({ name: variable, value, isSecret: false })),
    ...(rest.secrets ?? []).map((variable) => ({ name: variable, value: null, isSecret: true })),
  ],
  needsGpu: !rest.isForAll,
  page: port === undefined || page === undefined ? null : { name: page, port },
})

/** Its address has a secret name, and the host connects from the loopback address: Jupyter asks for nothing more. */
const JUPYTER = `exec jupyter lab --ip=127.0.0.1 --port=8888 --no-browser --allow-root \\
  --ServerApp.allow_remote_access=True --IdentityProvider.token='' --ServerApp.password=''`

const CUDA = 'docker.io/nvidia/cuda:12.8.1-devel-ubuntu24.04'
const PYTORCH = 'docker.io/pytorch/pytorch:2.7.1-cuda12.8-cudnn9-devel'

const COMFYUI = `set -e
cd /root
if [ ! -d ComfyUI ]; then
  apt-get update && apt-get install -y --no-install-recommends git
  git clone --depth 1 https://github.com/comfyanonymous/ComfyUI
  pip install --no-cache-dir -r ComfyUI/requirements.txt
fi
exec python ComfyUI/main.py --listen 127.0.0.1 --port 8188`

const BLENDER = `set -e
version=4.5.3
apt-get update
apt-get install -y --no-install-recommends ca-certificates curl xz-utils libegl1 libgl1 libice6 libsm6 libx11-6 libxfixes3 libxi6 libxkbcommon0 libxrender1 libxxf86vm1
if [ ! -x /opt/blender/blender ]; then
  curl -fsSL "https://download.blender.org/release/Blender4.5/blender-$version-linux-x64.tar.xz" | tar -xJ -C /opt
  mv "/opt/blender-$version-linux-x64" /opt/blender
fi
ln -sf /opt/blender/blender /usr/local/bin/blender
blender --version
echo 'Render by: blender -b scene.blend -E CYCLES -o /root/out/ -a -- --cycles-device OPTIX'`

export const ourTemplates: readonly OurTemplate[] = [
  ours('debian', { name: 'Debian 12', image: 'docker.io/library/debian:12', diskGib: 5, isForAll: true }),
  ours('cuda', { name: 'CUDA 12.8', image: CUDA, diskGib: 20 }),
  ours('pytorch-jupyter', {
    ...{ name: 'PyTorch 2.7, Jupyter', image: PYTORCH, port: 8888, page: 'Jupyter', diskGib: 40 },
    start: `command -v jupyter > /dev/null || pip install --no-cache-dir jupyterlab\n${JUPYTER}`,
  }),
  ours('jupyter', {
    ...{ name: 'Jupyter, SciPy', image: 'quay.io/jupyter/scipy-notebook:2025-03-14', port: 8888, page: 'Jupyter' },
    ...{ start: JUPYTER, diskGib: 15, isForAll: true },
  }),
  ours('tensorflow-jupyter', {
    ...{ name: 'TensorFlow 2.19, Jupyter', image: 'docker.io/tensorflow/tensorflow:2.19.0-gpu-jupyter' },
    ...{ start: JUPYTER, port: 8888, page: 'Jupyter', diskGib: 30 },
  }),
  ours('comfyui', {
    ...{ name: 'ComfyUI', image: PYTORCH, start: COMFYUI, port: 8188, page: 'ComfyUI', diskGib: 60 },
  }),
  ours('vllm', {
    ...{ name: 'vLLM', image: 'docker.io/vllm/vllm-openai:v0.9.2', port: 8000, diskGib: 80 },
    start: 'exec vllm serve "$MODEL" --host 127.0.0.1 --port 8000',
    variables: { MODEL: 'Qwen/Qwen2.5-7B-Instruct' },
    secrets: ['HF_TOKEN'],
  }),
  ours('llama-cpp', {
    ...{
      name: 'llama.cpp',
      image: 'ghcr.io/ggml-org/llama.cpp:server-cuda',
      port: 8080,
      page: 'llama.cpp',
      diskGib: 40,
    },
    start: 'exec /app/llama-server -hf "$MODEL" --host 127.0.0.1 --port 8080 -ngl 99',
    variables: { MODEL: 'ggml-org/gemma-3-4b-it-GGUF' },
  }),
  ours('ollama', {
    ...{ name: 'Ollama', image: 'docker.io/ollama/ollama:0.9.6', port: 11434, diskGib: 60 },
    start: 'OLLAMA_HOST=127.0.0.1:11434 exec ollama serve',
  }),
  ours('blender', { name: 'Blender 4.5', image: CUDA, start: BLENDER, diskGib: 40 }),
  ours('axolotl', {
    ...{ name: 'Axolotl', image: 'docker.io/axolotlai/axolotl:main-latest', diskGib: 80 },
    secrets: ['HF_TOKEN', 'WANDB_API_KEY'],
  }),
  ours('code-server', {
    ...{ name: 'VS Code', image: 'docker.io/codercom/code-server:4.101.2', port: 8080, page: 'VS Code', diskGib: 10 },
    ...{ start: 'exec code-server --bind-addr 127.0.0.1:8080 --auth none', isForAll: true },
  }),
]
