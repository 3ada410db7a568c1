import PrimeVue from 'primevue/config'
import { createApp } from 'vue'
import PrimeList from './PrimeList.vue'
import { fetchRows } from './rows.ts'

createApp(PrimeList, { rows: await fetchRows() })
  .use(PrimeVue)
  .mount('#app')
