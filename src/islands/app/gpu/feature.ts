import { type Feature, screen } from '../core/routing/feature.ts'

/** Machines that are rented by the hour. */
export const gpu = {
  texts: ['gpu'],
  screens: {
    gpuList: screen('/user/gpu/gpu-list', {
      load: () => import('./list/screen.tsx').then(({ GpuListScreen }) => GpuListScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      query: ['model', 'memory', 'price', 'region', 'count', 'reliability', 'state', 'sort', 'page'],
      from: ['/user/gpu'],
      nav: { group: 'cloud', icon: 'terminal' },
    }),
    gpuDetail: screen('/user/gpu/gpu-detail/:id', {
      load: () => import('./detail/screen.tsx').then(({ GpuDetailScreen }) => GpuDetailScreen),
      sample: { id: 'none' },
      under: 'gpuList',
    }),
    myGpus: screen('/user/gpu/my-gpu', {
      load: () => import('./rentals/screen.tsx').then(({ MyGpusScreen }) => MyGpusScreen),
      under: 'gpuList',
    }),
    myMachines: screen('/user/gpu/my-machines', {
      load: () => import('./machines/screen.tsx').then(({ MyMachinesScreen }) => MyMachinesScreen),
      under: 'gpuList',
    }),
  },
} satisfies Feature
